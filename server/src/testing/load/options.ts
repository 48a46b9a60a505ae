/** Reads the command line with `read`. A wrong option ends the process with exit code 2 and the usage text. */
export function optionsOrUsage<T>(read: (args: readonly string[]) => T, usage: string): T {
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
    process.exit(2)
  }
}

/** Runs `stop` before Ctrl-C or SIGTERM ends this process, with exit code 130. */
export function stopOnSignal(stop: () => Promise<unknown>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => stop().finally(() => process.exit(130)))
  }
}

export function positiveInteger(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number above 0.`)
  return Number(text)
}
