//! The writer for notebooks.

use crate::picture::Picture;

impl Picture {
    /// Shows the picture in a notebook of evcxr, the Jupyter kernel for Rust, which calls this
    /// method for the value of a cell. It prints the SVG as HTML, where one can point at cells, and
    /// the plain text for notebooks without pictures, each between evcxr's markers.
    ///
    /// ```
    /// use zellige_draw as draw;
    /// use zellige_dynamic::DynLayout;
    /// let tile: DynLayout = "(4,8):(8,1)".parse()?;
    /// draw::layout(&tile).evcxr_display();
    /// # Ok::<(), zellige_dynamic::ParseError>(())
    /// ```
    pub fn evcxr_display(&self) {
        println!("{}", self.marked());
    }

    fn marked(&self) -> String {
        let content = |kind: &str, content: &str| {
            format!("EVCXR_BEGIN_CONTENT {kind}\n{content}\nEVCXR_END_CONTENT")
        };
        let (svg, text) = (self.svg(), self.text());
        let html = content("text/html", svg.trim_end());
        format!("{html}\n{}", content("text/plain", text.trim_end()))
    }
}

#[cfg(test)]
mod tests {
    use zellige_dynamic::DynLayout;

    #[test]
    fn a_notebook_gets_both_texts_between_markers() {
        let row = DynLayout::col_major(4).expect("a layout");
        let marked = crate::layout(&row).marked();
        assert!(marked.starts_with("EVCXR_BEGIN_CONTENT text/html\n<svg "));
        assert!(
            marked.contains("</svg>\nEVCXR_END_CONTENT\nEVCXR_BEGIN_CONTENT text/plain\n4:1\n")
        );
        assert!(marked.ends_with("\nEVCXR_END_CONTENT"));
    }
}
