//! Streams, events and graphs, emulated, and on a GPU if there is a driver for one.

use cudarc::driver::result::mem_get_info;
use std::{
    mem, ptr, thread,
    time::{Duration, Instant},
};
use zellige::prelude::*;
use zellige_gpu::{Gpu, kernel};
use zellige_launch::device::{Buffer, Device, Embedded, LaunchError, Stream};

/// The kernel below, as compiled for any GPU.
const PTX: Embedded = &[(
    "sm_70",
    "
.version 7.0
.target sm_70
.address_size 64
.visible .entry advance(.param .u32 n, .param .u32 times, .param .u32 a, .param .u64 x)
{
    .reg .pred %p<2>;
    .reg .b32 %r<8>;
    .reg .b64 %d<3>;
    ld.param.u32 %r0, [n];
    ld.param.u32 %r1, [times];
    ld.param.u32 %r2, [a];
    ld.param.u64 %d0, [x];
    mov.u32 %r3, %ctaid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r3, 32, %r4;
    setp.ge.u32 %p0, %r5, %r0;
    @%p0 bra $done;
    mad.wide.u32 %d1, %r5, 4, %d0;
$again:
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra $done;
    ld.volatile.global.u32 %r6, [%d1];
    mad.lo.u32 %r7, %r6, %r2, 1;
    st.volatile.global.u32 [%d1], %r7;
    sub.u32 %r1, %r1, 1;
    bra $again;
$done:
    ret;
}
",
)];

/// x = a x + 1, `times` times, for n numbers. The grid has a thread for each of them.
///
/// # Safety
///
/// x points to n numbers, which nothing else uses meanwhile.
#[kernel(threads = 32)]
unsafe fn advance<G: Gpu>(gpu: G, n: u32, times: u32, a: u32, x: *mut u32) {
    let i = gpu.block_x() * 32 + gpu.thread();
    if i < n {
        for _ in 0..times {
            // SAFETY: one of the n numbers, and no other thread has it.
            unsafe { *x.add(i as usize) = a.wrapping_mul(*x.add(i as usize)).wrapping_add(1) }
        }
    }
}

const N: usize = 100;

/// The work that is given to a stream in capture.
type Work<'w> = &'w mut dyn FnMut(&Stream<'_>, &mut Buffer<u32>) -> Result<(), LaunchError>;

/// Returns the available devices.
fn devices() -> Vec<Device> {
    let mut devices = vec![Device::emulator()];
    devices.extend(Some(Device::new(PTX).unwrap()).filter(|device| !device.is_emulated()));
    devices.iter().for_each(|device| println!("{}", device.name()));
    devices
}
/// Returns a repetition count that takes a while.
fn often(device: &Device) -> u32 {
    if device.is_emulated() { 10 } else { 100_000 }
}
/// Returns the result of [`advance`] for this number.
fn advanced(x: u32, times: u32, a: u32) -> u32 {
    (0..times).fold(x, |x, _| a.wrapping_mul(x).wrapping_add(1))
}
/// Begins [`advance`] on all numbers of a buffer that nothing else uses until the stream has run
/// it.
fn begin(stream: &Stream<'_>, times: u32, a: u32, x: &mut Buffer<u32>) -> Result<(), LaunchError> {
    // SAFETY: the buffer has N numbers, with a thread for each in four blocks; no test uses it
    // meanwhile.
    unsafe { stream.launch::<advance>((4, 1), (N as u32, times, a, x.pointer_mut())) }
}

#[test]
fn work_on_a_stream_is_in_order() {
    for device in devices() {
        let (stream, times) = (device.stream().unwrap(), often(&device));
        let mut x = device.buffer(&[1; N]).unwrap();
        begin(&stream, times, 3, &mut x).unwrap();
        begin(&stream, 1, 5, &mut x).unwrap();
        let expected = advanced(advanced(1, times, 3), 1, 5);
        assert_eq!(stream.read(&x).unwrap(), [expected; N]);
        begin(&stream, times, 3, &mut x).unwrap();
        stream.write(&mut x, &[7; N]).unwrap();
        begin(&stream, 1, 2, &mut x).unwrap();
        stream.wait().unwrap();
        assert_eq!(x.read().unwrap(), [15; N]);
    }
}

#[test]
fn the_host_reads_when_all_streams_are_done() {
    for device in devices() {
        let (stream, times) = (device.stream().unwrap(), often(&device));
        let mut x = device.buffer(&[1; N]).unwrap();
        begin(&stream, times, 3, &mut x).unwrap();
        assert_eq!(x.read().unwrap(), [advanced(1, times, 3); N]);
    }
}

#[test]
fn launches_without_a_stream_wait_for_all_streams() {
    for device in devices() {
        let (stream, times) = (device.stream().unwrap(), often(&device));
        let mut x = device.buffer(&[1; N]).unwrap();
        begin(&stream, times, 3, &mut x).unwrap();
        // SAFETY: x has N numbers, and nothing runs concurrently with this launch.
        unsafe { device.launch::<advance>((4, 1), (N as u32, 1, 5, x.pointer_mut())) }.unwrap();
        let expected = advanced(advanced(1, times, 3), 1, 5);
        assert_eq!(stream.read(&x).unwrap(), [expected; N]);
    }
}

#[test]
fn a_stream_waits_for_an_event_of_another() {
    for device in devices() {
        let (first, second) = (device.stream().unwrap(), device.stream().unwrap());
        let times = often(&device);
        let mut x = device.buffer(&[1; N]).unwrap();
        let mut y = device.buffer(&[0; N]).unwrap();
        let start = first.record().unwrap();
        begin(&first, times, 3, &mut x).unwrap();
        let end = first.record().unwrap();
        second.wait_for(&end).unwrap();
        second.copy(&x, &mut y).unwrap();
        assert_eq!(second.read(&y).unwrap(), [advanced(1, times, 3); N]);
        end.wait().unwrap();
        assert!(end.elapsed_since(&start).unwrap() > Duration::ZERO);
        assert_eq!(
            start.elapsed_since(&end).unwrap_err().to_string(),
            "the other event is the later one"
        );
    }
}

#[test]
fn memory_in_use_is_not_freed() {
    for device in devices() {
        let times = often(&device);
        let mut y = device.buffer(&[0; N]).unwrap();
        let mut x = device.buffer(&[1; N]).unwrap();
        let stream = device.stream().unwrap();
        begin(&stream, times, 3, &mut x).unwrap();
        stream.copy(&x, &mut y).unwrap();
        mem::forget(stream);
        drop(x);
        let other = device.buffer(&[9; N]).unwrap(); // where x was, perhaps
        assert_eq!(y.read().unwrap(), [advanced(1, times, 3); N]);
        assert_eq!(other.read().unwrap(), [9; N]);
    }
}

#[test]
fn streams_are_dropped_before_their_work_is_done() {
    for device in devices() {
        let times = often(&device);
        let mut x = device.buffer(&[1; N]).unwrap();
        begin(&device.stream().unwrap(), times, 3, &mut x).unwrap();
        drop(device); // and with it the kernel
        assert_eq!(x.read().unwrap(), [advanced(1, times, 3); N]);
    }
}

#[test]
fn graphs_do_their_work_when_they_are_launched() {
    for device in devices() {
        let times = often(&device);
        let mut x = device.buffer(&[1; N]).unwrap();
        let mut y = device.buffer(&[0; N]).unwrap();
        let work = device.capture(|stream| {
            begin(stream, times, 3, &mut x)?;
            begin(stream, 1, 5, &mut x)?;
            stream.copy(&x, &mut y)
        });
        let work = work.unwrap();
        assert_eq!((x.read().unwrap()[0], y.read().unwrap()[0]), (1, 0));
        let (stream, mut expected) = (device.stream().unwrap(), 1);
        for _ in 0..3 {
            // SAFETY: both buffers exist, and nothing else uses them until the stream has run this.
            unsafe { work.launch(&stream) }.unwrap();
            expected = advanced(advanced(expected, times, 3), 1, 5);
        }
        assert_eq!(stream.read(&y).unwrap(), [expected; N]);
        assert_eq!(x.read().unwrap(), [expected; N]);
    }
}

#[test]
fn graphs_take_launches_and_copies_alone() {
    for device in devices() {
        let mut x = device.buffer(&[1; N]).unwrap();
        let other = device.stream().unwrap();
        let event = other.record().unwrap();
        let empty = device.capture(|_| Ok(())).unwrap();
        let mut refused = |what: &str, work: Work<'_>| {
            let error = device.capture(|stream| work(stream, &mut x)).err().unwrap();
            let words =
                format!("a graph records launches and copies from buffer to buffer, not {what}");
            assert_eq!(error, LaunchError::Refused(words));
        };
        refused("`read`", &mut |stream, x| stream.read(x).map(|_| ()));
        refused("`write`", &mut |stream, x| stream.write(x, &[2; N]));
        refused("`record`", &mut |stream, _| stream.record().map(|_| ()));
        refused("`wait_for`", &mut |stream, _| stream.wait_for(&event));
        refused("`wait`", &mut |stream, _| stream.wait());
        // SAFETY: the graph is empty.
        refused("graphs", &mut |stream, _| unsafe { empty.launch(stream) });
        // Everything continues, and work on other streams is done meanwhile, including drops of
        // buffers.
        let graph = device.capture(|_| {
            begin(&other, 1, 5, &mut x)?;
            drop(device.buffer(&[0; N])?);
            device.wait()?;
            assert_eq!(x.read()?, [6; N]);
            Ok(())
        });
        // SAFETY: the graph is empty.
        unsafe { graph.unwrap().launch(&other) }.unwrap();
        assert_eq!(other.read(&x).unwrap(), [6; N]);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    for device in devices() {
        let stream = device.stream().unwrap();
        let mut x = device.buffer(&[1u32; N]).unwrap();
        let mut short = device.buffer(&[1u32; 7]).unwrap();
        let words = |refused: Result<(), LaunchError>| refused.unwrap_err().to_string();
        let copied = stream.copy(&x, &mut short);
        assert_eq!(words(copied), "100 elements do not fill a buffer of 7");
        let written = stream.write(&mut x, &[1; 7]);
        assert_eq!(words(written), "7 elements do not fill a buffer of 100");
        // SAFETY: the launch is refused.
        let launched = unsafe { stream.launch::<advance>((0, 1), (0, 1, 2, ptr::null_mut())) };
        let sentence =
            "advance<<<(0, 1), 32, 0>>>(n = 0, times = 1, a = 2, x): the grid has no blocks";
        assert_eq!(words(launched), sentence);

        let emulator = Device::emulator();
        if !device.is_emulated() {
            let (other, event) =
                (emulator.stream().unwrap(), emulator.stream().unwrap().record().unwrap());
            let words_of_both = "one belongs to a GPU, the other to the emulator";
            assert_eq!(words(other.write(&mut x, &[1; N])), words_of_both);
            assert_eq!(
                words(other.copy(&emulator.buffer(&[1; N]).unwrap(), &mut x)),
                words_of_both
            );
            assert_eq!(words(stream.wait_for(&event)), words_of_both);
        }
    }
}

/// Panics.
///
/// # Safety
///
/// None.
#[kernel(threads = 32)]
unsafe fn refuse<G: Gpu>(gpu: G, block: u32) {
    assert!(gpu.block_x() != block, "not this block");
}

#[test]
fn what_fails_in_an_emulated_graph_is_said() {
    let device = Device::emulator();
    let mut x = device.buffer(&[1; N]).unwrap();
    let graph = device.capture(|stream| {
        begin(stream, 1, 5, &mut x)?;
        // SAFETY: the kernel only panics.
        unsafe { stream.launch::<refuse>((3, 1), (2,)) }?;
        begin(stream, 1, 5, &mut x)
    });
    // SAFETY: the buffer exists, and nothing else uses it.
    let failed = unsafe { graph.unwrap().launch(&device.stream().unwrap()) };
    let words = "refuse<<<(3, 1), 32, 0>>>(block = 2): block (2, 0), thread 0: not this block";
    assert_eq!(failed, Err(LaunchError::Failed(words.into())));
    assert_eq!(x.read().unwrap(), [6; N]);
}

#[test]
fn buffers_go_to_other_threads() {
    let devices = devices();
    if devices.len() == 1 {
        println!("skipped on a GPU, which there is not");
    }
    for device in &devices {
        let elsewhere = |work: fn(Buffer<u32>) -> Vec<u32>, x: Buffer<u32>| {
            thread::spawn(move || work(x)).join().unwrap()
        };
        let x = device.buffer(&[1; N]).unwrap();
        assert_eq!(elsewhere(|x| x.read().unwrap(), x), [1; N]);
        let tensor = |x: Buffer<u32>| {
            let tensor = x.tensor(layout!((4u32, 5u32) : (20u32, 1))).unwrap();
            vec![tensor.read().unwrap()[(3u32, 4u32)]]
        };
        let x = device.buffer(&(0..N as u32).collect::<Vec<_>>()).unwrap();
        assert_eq!(elsewhere(tensor, x), [64]);

        // Dropped on another thread, the buffer waits for the kernel that uses it.
        let (stream, mut x) = (device.stream().unwrap(), device.buffer(&[1; N]).unwrap());
        let start = stream.record().unwrap();
        begin(&stream, often(device), 3, &mut x).unwrap();
        let end = stream.record().unwrap();
        elsewhere(|_| Vec::new(), x);
        let dropped = Instant::now();
        end.wait().unwrap();
        let (waited, took) = (dropped.elapsed(), end.elapsed_since(&start).unwrap());
        assert!(waited < took / 4 + Duration::from_millis(2), "{waited:?} of {took:?}");

        // Its memory is free again.
        if device.gpu().is_some() {
            let x = device.buffer(&vec![0; 128 << 20]).unwrap();
            let (before, _) = mem_get_info().unwrap();
            elsewhere(|_| Vec::new(), x);
            let (after, _) = mem_get_info().unwrap();
            assert!(after > before + (256 << 20), "{before} and {after} bytes are free");
        }
    }
}
