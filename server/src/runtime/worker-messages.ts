/** What the first process tells a server process. */
export type Order =
  | {
      raahi: 'serve'
      /** The embedded database's where the settings name none. */
      databaseUrl: string | undefined
      /** Nobody has served before. */
      isFirst: boolean
    }
  | { raahi: 'stop' }

/** What a server process tells the first one. */
export type Report = { raahi: 'serving' }

export const isOrder = (message: unknown): message is Order => isOneOf(message, ['serve', 'stop'])
export const isReport = (message: unknown): message is Report => isOneOf(message, ['serving'])

/** Others send messages of theirs on the same channel. */
function isOneOf(message: unknown, kinds: readonly string[]): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'raahi' in message &&
    kinds.includes(String(message.raahi))
  )
}
