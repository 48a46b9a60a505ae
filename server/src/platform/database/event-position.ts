/** A snapshot of the database: which transactions it sees. */
export interface EventPosition {
  /** Of the server run, see `eventIdOf`. */
  run: string
  /** The first transaction that had not ended. */
  xmin: bigint
  /** The first transaction that had not begun. */
  xmax: bigint
  /** Transactions between the two that had not ended. */
  running: ReadonlySet<bigint>
}

/** @param id of the form that the contract checks */
export function parseEventId(id: string): EventPosition {
  const at = id.indexOf('-')
  return { run: id.slice(0, at), ...parseSnapshot(id.slice(at + 1)) }
}

/** Parses the text of a pg_snapshot, `xmin:xmax:running,…`. */
export function parseSnapshot(text: string): Omit<EventPosition, 'run'> {
  const [xmin = '', xmax = '', running = ''] = text.split(':')
  const ids = running.split(',').filter((each) => each !== '')
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), running: new Set(ids.map(BigInt)) }
}

type Snapshot = Omit<EventPosition, 'run'>

/** Whether a snapshot sees the changes of a committed transaction. */
export function sees({ xmax, running }: Snapshot, xid: bigint): boolean {
  return xid < xmax && !running.has(xid)
}

/** Whether a snapshot sees everything that another one sees. */
export function seesAllOf(snapshot: Snapshot, other: Snapshot): boolean {
  if (snapshot.xmax < other.xmax) return false
  for (const xid of snapshot.running) if (sees(other, xid)) return false
  return true
}

/** The smallest id of a normal transaction. A client can send a smaller number, which is not valid in a snapshot. */
const firstXid = 3n

/** The text of a pg_snapshot. */
export function formatSnapshot({ xmin, xmax, running }: Snapshot): string {
  return `${xmin}:${xmax}:${[...running].join(',')}`
}

/** The text of a snapshot that sees only what all given snapshots see. */
export function oldestSnapshot(positions: readonly Snapshot[]): string {
  const least = positions.reduce((min, { xmin }) => (xmin < min ? xmin : min), 2n ** 62n)
  const xmin = least < firstXid ? firstXid : least
  return `${xmin}:${xmin}:`
}
