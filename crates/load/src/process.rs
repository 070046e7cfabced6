//! What a process uses: memory and processor time, as Linux tells it.

use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Usage {
    /// Resident now, in bytes.
    pub memory: u64,
    /// The most that was ever resident, since it began or since [`forget_peak`].
    pub peak: u64,
    /// Processor time of all its threads.
    pub cpu: Duration,
}

/// `None` if there is no such process, or no such file system.
pub fn usage(pid: u32) -> Option<Usage> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(Usage {
        memory: kibibytes(&status, "VmRSS:")? << 10,
        peak: kibibytes(&status, "VmHWM:")? << 10,
        cpu: cpu(&stat)?,
    })
}

pub fn own() -> Usage {
    usage(std::process::id()).unwrap_or_default()
}

/// Lets the peak begin anew. Where that is not allowed the peak is that of the whole life of the process.
pub fn forget_peak(pid: u32) {
    let _ = std::fs::write(format!("/proc/{pid}/clear_refs"), "5");
}

fn kibibytes(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find(|line| line.starts_with(name))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Time in user mode and in the kernel: the twelfth and thirteenth field after the name, which may contain anything.
fn cpu(stat: &str) -> Option<Duration> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let ticks: u64 = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    Some(Duration::from_secs_f64(ticks as f64 / rustix::param::clock_ticks_per_second() as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_with_an_odd_name_is_read() {
        let stat = "7 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 300 100 0 0 20";
        let ticks = rustix::param::clock_ticks_per_second() as f64;
        assert_eq!(cpu(stat), Some(Duration::from_secs_f64(400.0 / ticks)));
    }

    #[test]
    fn this_process_uses_memory() {
        // One reading: from one to the next memory may grow.
        let used = own();
        assert!(used.memory > 0 && used.peak >= used.memory);
    }
}
