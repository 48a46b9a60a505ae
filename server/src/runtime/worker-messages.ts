/** A message from the supervisor to a worker. */
export type Order =
  | {
      raahi: 'serve'
      /** Address of the embedded database if no other is configured. */
      databaseUrl: string | undefined
      /** The first worker that serves since the start: it prints notices and creates the first data. */
      isFirst: boolean
    }
  | { raahi: 'stop' }

/** A message from a worker to the supervisor. */
export type Report = { raahi: 'serving' }

export const isOrder = (message: unknown): message is Order => isOneOf(message, ['serve', 'stop'])
export const isReport = (message: unknown): message is Report => isOneOf(message, ['serving'])

/** The channel also carries messages of other modules. */
function isOneOf(message: unknown, kinds: readonly string[]): boolean {
  return (
    typeof message === 'object' &&
    message !== null &&
    'raahi' in message &&
    kinds.includes(String(message.raahi))
  )
}
