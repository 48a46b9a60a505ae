import type { Config } from '../../config/index.ts'

/** Receives one line of the log at a time. */
interface LogStream {
  write(line: string): void
}

/** Standard output, possibly a terminal. */
interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** Fields that the readable line omits or contains in its message. */
const hidden = 'pid,hostname,reqId,method,path,status,ms'

// A terminal would interpret these characters, and the path of a request may contain some of them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g

/**
 * Formats the log as readable lines for a trial in a terminal. Otherwise the log is JSON, and the formatter is not
 * loaded.
 * @returns undefined if the log is JSON
 */
export async function openReadableLog(
  { trial }: Pick<Config, 'trial'>,
  output: Output = process.stdout,
): Promise<LogStream | undefined> {
  if (!trial || !output.isTTY) return undefined
  const { prettyFactory } = await import('pino-pretty')
  const format = prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    ignore: hidden,
    messageFormat: (entry, messageKey) =>
      entry.msg === 'request' ? requestText(entry) : String(entry[messageKey] ?? ''),
  })
  return {
    write(line) {
      output.write(format(line))
    },
  }
}

function requestText({ method, path, status, ms }: Record<string, unknown>): string {
  const shownPath = String(path).replace(controlCharacters, '?')
  return `${method} ${shownPath} ${status} ${ms} ms`
}
