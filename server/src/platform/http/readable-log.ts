import type { Config } from '../../config/index.ts'

/** Where lines of the log are written, one each time. */
interface LogStream {
  write(line: string): void
}

/** The terminal, or whatever else standard output is. */
interface Output {
  isTTY?: boolean
  write(text: string): unknown
}

/** Fields that a line for people does without, or has in its message. */
const hidden = 'pid,hostname,reqId,method,path,status,ms'

// A terminal would obey them. An address may hold some of them as they are.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/g

/**
 * One readable line for each entry of the log, where a person watches a trial in a terminal. Anywhere else the log is JSON,
 * and what formats it is not even loaded.
 * @returns undefined where the log is JSON
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
