//! Line protocols on standard input and output: one answer for each line, in order, whatever the
//! line holds.
//!
//! Lines are bounded (`MAX_LINE_BYTES`); one that is too long or not UTF-8 is answered as bad, and reading
//! continues with the next. Output is flushed before the program would wait for input, so both bulk
//! input and question-and-answer work.

use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};

/// The longest line read, in bytes.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// Why a line could not be read as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadLine {
    /// More than [`MAX_LINE_BYTES`] bytes.
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
    /// Not UTF-8.
    #[error("the line is not UTF-8")]
    NotText,
}

/// The lines of an input, without their ends.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(1 << 16, input), line: Vec::new() }
    }

    /// Whether the next line may have to be waited for.
    fn may_wait(&self) -> bool {
        self.input.buffer().is_empty()
    }

    /// The next line, or `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Result<&str, BadLine>>> {
        let line = &mut self.line;
        line.clear();
        let limit = u64::try_from(MAX_LINE_BYTES + 1).unwrap_or(u64::MAX);
        if self.input.by_ref().take(limit).read_until(b'\n', line)? == 0 {
            return Ok(None);
        }
        if line.pop_if(|&mut byte| byte == b'\n').is_none() && line.len() > MAX_LINE_BYTES {
            self.input.skip_until(b'\n')?;
            return Ok(Some(Err(BadLine::TooLong)));
        }
        line.pop_if(|&mut byte| byte == b'\r');
        Ok(Some(std::str::from_utf8(line).map_err(|_| BadLine::NotText)))
    }
}

/// Reads lines from `input` and writes the result of `answer` for each to `output`, a line each.
///
/// Output is buffered while more input is available, so that bulk is fast, and flushed before
/// waiting, so that a program may send a question and wait for the answer. Ends with the input, or
/// without an error when the output is no longer read.
pub(super) fn answer_lines<A: serde::Serialize>(
    input: impl Read,
    output: impl Write,
    mut answer: impl FnMut(Result<&str, BadLine>) -> A,
) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut output = BufWriter::with_capacity(1 << 16, output);
    let mut run = || {
        loop {
            if lines.may_wait() {
                output.flush()?;
            }
            let Some(line) = lines.next()? else { return output.flush() };
            serde_json::to_writer(&mut output, &answer(line))?;
            output.write_all(b"\n")?;
        }
    };
    match run() {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        outcome => outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How long each line is, or why it is bad.
    fn answers(input: &[u8]) -> String {
        let mut output = Vec::new();
        answer_lines(input, &mut output, |line| line.map(str::len).map_err(|bad| bad.to_string()))
            .expect("memory does not fail");
        String::from_utf8(output).expect("JSON is text")
    }

    #[test]
    fn one_answer_for_each_line() {
        assert_eq!(answers(b""), "");
        assert_eq!(answers(b"ab\n\nc\r\nd"), "{\"Ok\":2}\n{\"Ok\":0}\n{\"Ok\":1}\n{\"Ok\":1}\n");
        let not_text = "{\"Err\":\"the line is not UTF-8\"}\n";
        assert_eq!(answers(b"\xff\xfe\nab\n"), format!("{not_text}{{\"Ok\":2}}\n"));
    }

    #[test]
    fn a_line_may_have_a_mebibyte() {
        let longest = vec![b'x'; MAX_LINE_BYTES];
        let mut input = longest.clone();
        input.push(b'\n');
        input.extend(&longest);
        input.extend(b"x\nab\n");
        input.extend(&longest);
        input.extend(&longest);
        let long = "{\"Err\":\"the line is longer than 1048576 bytes\"}\n";
        assert_eq!(answers(&input), format!("{{\"Ok\":1048576}}\n{long}{{\"Ok\":2}}\n{long}"));
    }

    /// A reader that went away.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_went_away_is_no_fault() {
        answer_lines(&b"a\nb\n"[..], Gone, |_| 0).expect("it ends quietly");
    }
}
