/**
 * Reports the first uncaught error, then ends the process in order. Later errors are ignored: if the reader of stderr has
 * closed its end of the pipe, each report raises another error, and the process would report for ever.
 * @param end stops what runs and exits with code 1
 */
export function endOnUncaughtError(end: () => unknown): void {
  let isEnding = false
  process.on('uncaughtException', (error) => {
    if (isEnding) return
    isEnding = true
    console.error('Uncaught exception:', error)
    end()
  })
}
