/** A database snapshot: the transactions that it includes (docs/decisions/0011-lead-events.md). */
export interface EventPosition {
  /** The run of the database. Positions of different runs cannot be compared. */
  run: string
  xmax: bigint
  /** Transactions before `xmax` that it does not include. */
  missing: ReadonlySet<bigint>
}

const parsed = new Map<string, EventPosition | null>()
const maxParsed = 200

/** @returns null if the text is not an event id */
export function parseEventId(id: string): EventPosition | null {
  const known = parsed.get(id)
  if (known !== undefined) return known
  const [, run, xmax, missing] = /^([0-9a-f]+)-\d+:(\d+):([\d,]*)$/.exec(id) ?? []
  const position =
    run === undefined || xmax === undefined
      ? null
      : {
          run,
          xmax: BigInt(xmax),
          missing: new Set((missing ?? '').split(',').filter(Boolean).map(BigInt)),
        }
  if (parsed.size >= maxParsed) parsed.clear()
  parsed.set(id, position)
  return position
}

/** Whether two event ids can be compared. */
export function isSameRun(id: string, other: string): boolean {
  return parseEventId(id)?.run === parseEventId(other)?.run
}

/** Whether data read at `id` includes all changes up to `other`. */
export function includesAll(id: string, other: string): boolean {
  if (id === other) return true
  const [own, of] = [parseEventId(id), parseEventId(other)]
  if (!own || !of || own.run !== of.run || own.xmax < of.xmax) return false
  for (const xid of own.missing) if (xid < of.xmax && !of.missing.has(xid)) return false
  return true
}
