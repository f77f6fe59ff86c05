//! The stacks of threads, and operations of a thread that the CPU refuses: a stack overflow, or an
//! access to no memory.
//!
//! A thread with little space left ends with a fault at its next call of its machine. Operations
//! that the CPU itself refuses arrive as a signal, on Linux: for a thread of a kernel, the signal
//! ends that thread, as [`run`](crate::run) documents; otherwise it ends the process, with the
//! sentence of the fault.

use crate::fault::raise;
use crate::watch::Post;
use corosensei::stack::Stack;
use std::{cell::Cell, fmt, ops::Range};

/// An operation of a thread that the CPU refused.
#[derive(Copy, Clone, Debug)]
pub(super) enum Trap {
    Overflow,
    /// It read or wrote at this address.
    Access(usize, Does),
    /// It used an address that no process can have.
    Address,
}
/// The kind of access at an address, as far as the CPU reports it.
#[derive(Copy, Clone, Debug)]
pub(super) enum Does {
    Reads,
    Writes,
    Accesses,
}
impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (address, does) = match self {
            Trap::Overflow => {
                return write!(f, "needs more than the {STACK} bytes of its stack");
            }
            Trap::Address => return f.write_str("uses an address outside of all memory"),
            Trap::Access(address, Does::Reads) => (address, "reads"),
            Trap::Access(address, Does::Writes) => (address, "writes"),
            Trap::Access(address, Does::Accesses) => (address, "accesses memory"),
        };
        write!(f, "{does} at {address:#x}, where it has no memory")
    }
}

/// The number of bytes of a stack. Registers are on it, and without optimisation each copy in an
/// unrolled loop has its own. Only the bytes that are used take memory.
pub(super) const STACK: usize = 1 << 22;
/// The number of bytes that a thread leaves unused when it calls its machine: the call itself takes
/// some.
const RESERVE: usize = 1 << 16;

/// The stack of a thread, and the way to leave it.
#[derive(Copy, Clone)]
pub(super) struct Place {
    post: *const Post,
    /// The first address of the stack; the page there is not used.
    first: usize,
    end: usize,
    #[cfg_attr(not(target_os = "linux"), allow(dead_code))]
    leave: corosensei::trap::CoroutineTrapHandler<Option<Trap>>,
}
thread_local! {
    /// The stack of the thread whose turn it is on this CPU thread.
    static NOW: Cell<Option<Place>> = const { Cell::new(None) };
}

impl Place {
    /// Creates the record of a coroutine's stack.
    pub(super) fn new(
        post: &Post,
        stack: Range<usize>,
        leave: corosensei::trap::CoroutineTrapHandler<Option<Trap>>,
    ) -> Self {
        Place { post, first: stack.start, end: stack.end, leave }
    }
    /// Calls `f`, in which this coroutine runs.
    pub(super) fn during<R>(self, f: impl FnOnce() -> R) -> R {
        struct Before(Option<Place>);
        impl Drop for Before {
            fn drop(&mut self) {
                NOW.set(self.0);
            }
        }
        let _before = Before(NOW.replace(Some(self)));
        f()
    }
}
/// Returns the addresses of a stack, starting with its first one.
pub(super) fn range(stack: &impl Stack) -> Range<usize> {
    stack.limit().get()..stack.base().get()
}
/// Returns the post of the kernel thread that calls this, if one does.
pub(super) fn post() -> Option<*const Post> {
    NOW.get().map(|place| place.post)
}
/// Ends the thread with a fault if little is left of its stack.
#[inline]
pub(super) fn check() {
    if let Some(place) = NOW.get() {
        let here = (&raw const place).addr();
        if here.wrapping_sub(place.first) < RESERVE && !std::thread::panicking() {
            raise(Trap::Overflow.to_string())
        }
    }
}
/// Returns whether the bytes are on the stack of the thread whose turn it is, or among the
/// constants of the program.
pub(super) fn is_own(address: usize, bytes: usize) -> bool {
    let inside = |all: Range<usize>| all.contains(&address) && bytes <= all.end - address;
    let stack = NOW.get().map_or(0..0, |place| place.first..place.end);
    inside(stack) || inside(signals::program())
}

pub(super) use signals::Signals;

#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(feature = "address-sanitizer")
)))]
mod signals {
    /// Signals are left unchanged.
    pub(crate) struct Signals;
    impl Signals {
        pub(crate) fn handled() -> Self {
            Signals
        }
    }
    /// Returns all addresses, because those of the program are not known.
    pub(super) fn program() -> std::ops::Range<usize> {
        0..usize::MAX
    }
}

#[cfg(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64"),
    not(feature = "address-sanitizer")
))]
mod signals {
    use super::{Does, NOW, Place, Trap};
    use crate::watch::say;
    use libc::{c_int, c_void, siginfo_t, ucontext_t};
    use std::{
        cell::RefCell,
        fmt::{self, Write},
        mem::{self, MaybeUninit},
        ops::Range,
        ptr,
        sync::{OnceLock, atomic::Ordering::Relaxed},
    };

    /// The previous handlers of the two signals.
    static BEFORE: OnceLock<[libc::sigaction; 2]> = OnceLock::new();
    const SIGNALS: [c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

    /// A stack for the signal handler.
    type Room = Box<[MaybeUninit<u8>]>;
    thread_local! {
        static ROOM: RefCell<Option<Room>> = const { RefCell::new(None) };
    }

    /// A guard that restores this thread's former stack for signals.
    pub(crate) struct Signals(libc::stack_t, Option<Room>);
    impl Signals {
        /// Handles signals of this thread, on a separate stack.
        pub(crate) fn handled() -> Self {
            program();
            BEFORE.get_or_init(|| {
                SIGNALS.map(|signal| {
                    // SAFETY: all zeros are a value, and the handler takes three arguments.
                    unsafe {
                        let (mut new, mut before) =
                            (mem::zeroed::<libc::sigaction>(), mem::zeroed());
                        new.sa_sigaction = handle as *const () as usize;
                        new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                        libc::sigaction(signal, &raw const new, &raw mut before);
                        before
                    }
                })
            });
            let mut room = ROOM.take().unwrap_or_else(|| Box::new_uninit_slice(1 << 16));
            let stack =
                libc::stack_t { ss_sp: room.as_mut_ptr().cast(), ss_flags: 0, ss_size: room.len() };
            let mut before = MaybeUninit::zeroed();
            // SAFETY: the room exists until this guard is dropped, which restores the former stack.
            let before = unsafe {
                libc::sigaltstack(&raw const stack, before.as_mut_ptr());
                before.assume_init()
            };
            Signals(before, Some(room))
        }
    }
    impl Drop for Signals {
        fn drop(&mut self) {
            // SAFETY: the stack that this thread had before.
            unsafe { libc::sigaltstack(&raw const self.0, ptr::null_mut()) };
            ROOM.set(self.1.take());
        }
    }

    /// Handles a signal: an access that the CPU refused to a thread of a kernel, or something else.
    unsafe extern "C" fn handle(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the kernel of the operating system passes both.
        let (info, context) = unsafe { (&*info, &mut *context.cast::<ucontext_t>()) };
        let place = NOW.get().filter(|place| {
            // A signal from another process is not an access.
            info.si_code > 0 && place.leave.stack_ptr_in_bounds(registers::stack(context))
        });
        let Some(place) = place else {
            // SAFETY: the arguments are those of this handler.
            return unsafe { as_before(signal, info, context) };
        };
        let trap = trap(place, info, context);
        // SAFETY: the post exists as long as one of its threads runs, and this one does.
        let post = unsafe { &*place.post };
        if post.launch.may_end && program().contains(&registers::code(context)) {
            // SAFETY: the thread runs on this stack. The caller that launched the kernel has
            // promised that nothing needs its contents, and the stack is not used again. The thread
            // was not in another library, which could hold a lock that all threads need.
            let to = unsafe { place.leave.setup_trap_handler(move || Some(trap)) };
            registers::set(context, &to);
            post.broken.fetch_add(1, Relaxed);
            return;
        }
        let mut words = Words([0; 512], 0);
        let _ = writeln!(words, "{post}: {trap}");
        say(words.text());
        // SAFETY: ends the process.
        unsafe { libc::abort() }
    }
    /// Returns the operation of a thread that caused the signal.
    fn trap(place: Place, info: &siginfo_t, context: &ucontext_t) -> Trap {
        // Linux reports in this way that the address has bits that no address has; it does not
        // report the address.
        const SI_KERNEL: c_int = 0x80;
        if info.si_code == SI_KERNEL {
            return Trap::Address;
        }
        // SAFETY: the signal has an address.
        let address = unsafe { info.si_addr() }.addr();
        // The page at the end of the stack; a frame that is larger than a page touches every page.
        if address.wrapping_sub(place.first) < page() {
            return Trap::Overflow;
        }
        Trap::Access(address, registers::does(context))
    }
    fn page() -> usize {
        // SAFETY: only queries a number.
        unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
    }
    /// Handles a signal that does not come from a kernel as it was handled before.
    ///
    /// # Safety
    ///
    /// The arguments are those of a handler.
    unsafe fn as_before(signal: c_int, info: &siginfo_t, context: &mut ucontext_t) {
        let place = SIGNALS.iter().position(|known| *known == signal);
        let before = BEFORE.get().zip(place).map(|(all, place)| all[place]);
        match before {
            Some(before) if before.sa_sigaction == libc::SIG_IGN && info.si_code <= 0 => {}
            Some(before) if !matches!(before.sa_sigaction, libc::SIG_DFL | libc::SIG_IGN) => {
                let arguments = (signal, ptr::from_ref(info).cast_mut(), ptr::from_mut(context));
                // SAFETY: a handler of one argument or of three, as its flags say.
                unsafe {
                    if before.sa_flags & libc::SA_SIGINFO == 0 {
                        let one: extern "C" fn(c_int) = mem::transmute(before.sa_sigaction);
                        one(signal);
                    } else {
                        type Three = extern "C" fn(c_int, *mut siginfo_t, *mut c_void);
                        let three: Three = mem::transmute(before.sa_sigaction);
                        three(arguments.0, arguments.1, arguments.2.cast());
                    }
                }
            }
            // SAFETY: the default action ends the process, when the access is retried or the signal
            // arrives again.
            _ => unsafe {
                libc::signal(signal, libc::SIG_DFL);
                if info.si_code <= 0 {
                    libc::raise(signal);
                }
            },
        }
    }

    /// Text that needs no heap memory.
    struct Words([u8; 512], usize);
    impl Words {
        fn text(&self) -> &str {
            str::from_utf8(&self.0[..self.1]).unwrap_or_default()
        }
    }
    impl fmt::Write for Words {
        fn write_str(&mut self, words: &str) -> fmt::Result {
            let to = self.0.get_mut(self.1..self.1 + words.len());
            to.ok_or(fmt::Error)?.copy_from_slice(words.as_bytes());
            self.1 += words.len();
            Ok(())
        }
    }

    /// Returns the addresses of the program, or the library, that contains this function: its code
    /// and its constants.
    pub(super) fn program() -> Range<usize> {
        static PROGRAM: OnceLock<Range<usize>> = OnceLock::new();
        unsafe extern "C" fn look(
            info: *mut libc::dl_phdr_info,
            _: usize,
            found: *mut c_void,
        ) -> c_int {
            // SAFETY: the loader describes an object and its headers; `found` is the range below.
            let (info, found) = unsafe { (&*info, &mut *found.cast::<Range<usize>>()) };
            // SAFETY: as above.
            let headers =
                unsafe { std::slice::from_raw_parts(info.dlpi_phdr, info.dlpi_phnum.into()) };
            let loaded =
                headers.iter().filter(|header| header.p_type == libc::PT_LOAD).map(|header| {
                    let start = info.dlpi_addr.wrapping_add(header.p_vaddr) as usize;
                    start..start + header.p_memsz as usize
                });
            let loaded: Option<Range<usize>> =
                loaded.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end));
            match loaded.filter(|all| all.contains(&(look as *const () as usize))) {
                Some(all) => {
                    *found = all;
                    1
                }
                None => 0,
            }
        }
        let program = PROGRAM.get_or_init(|| {
            let mut found = 0..0;
            // SAFETY: the function takes the range.
            unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut found).cast()) };
            found
        });
        program.clone()
    }

    #[cfg(target_arch = "x86_64")]
    mod registers {
        use super::{Does, ucontext_t};
        use corosensei::trap::TrapHandlerRegs;
        use libc::{REG_ERR, REG_RBP, REG_RDI, REG_RIP, REG_RSI, REG_RSP};

        fn register(context: &ucontext_t, number: i32) -> usize {
            context.uc_mcontext.gregs[number as usize] as usize
        }
        pub(super) fn stack(context: &ucontext_t) -> usize {
            register(context, REG_RSP)
        }
        pub(super) fn code(context: &ucontext_t) -> usize {
            register(context, REG_RIP)
        }
        /// Returns the kind of access of a page fault.
        pub(super) fn does(context: &ucontext_t) -> Does {
            match register(context, REG_ERR) {
                0 => Does::Accesses,
                error if error & 2 != 0 => Does::Writes,
                _ => Does::Reads,
            }
        }
        pub(super) fn set(context: &mut ucontext_t, to: &TrapHandlerRegs) {
            for (number, value) in [
                (REG_RIP, to.rip),
                (REG_RSP, to.rsp),
                (REG_RBP, to.rbp),
                (REG_RDI, to.rdi),
                (REG_RSI, to.rsi),
            ] {
                context.uc_mcontext.gregs[number as usize] = value as i64;
            }
        }
    }
    #[cfg(target_arch = "aarch64")]
    mod registers {
        use super::{Does, ucontext_t};
        use corosensei::trap::TrapHandlerRegs;

        pub(super) fn stack(context: &ucontext_t) -> usize {
            context.uc_mcontext.sp as usize
        }
        pub(super) fn code(context: &ucontext_t) -> usize {
            context.uc_mcontext.pc as usize
        }
        pub(super) fn does(_: &ucontext_t) -> Does {
            Does::Accesses
        }
        pub(super) fn set(context: &mut ucontext_t, to: &TrapHandlerRegs) {
            let machine = &mut context.uc_mcontext;
            (machine.pc, machine.sp) = (to.pc, to.sp);
            for (number, value) in [(0, to.x0), (1, to.x1), (29, to.x29), (30, to.lr)] {
                machine.regs[number] = value;
            }
        }
    }
}
