/**
 * npm runs a script through a shell. A SIGTERM to npm ends npm and the shell and is not forwarded. This process
 * therefore stops when its parent process ends.
 */
export function stopWithParent(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}
