import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withClient } from '../../server/src/testing/load/database.ts'
import { databaseAt } from './database.ts'
import { addressOf, type MachineName, machineNames, prefixOf } from './machines.ts'
import { primaryDatabase } from './stack.ts'
import type { Write } from './write-repeatedly.ts'

export type MemberWrites = {
  /** Acknowledged writes of a member, in order. */
  of(member: MachineName): readonly Write[]
  /** @returns a message for each write that shows two primaries, and for each lost write */
  findViolations(): Promise<string[]>
}

/** Writes to every member directly and continuously, even while its machine is cut off. */
export async function startMemberWrites(): Promise<MemberWrites> {
  await withClient(primaryDatabase, (client) =>
    client.query(`create table topology_writes (
      id uuid primary key default gen_random_uuid(), member text not null)`),
  )
  const writes = Object.fromEntries(
    machineNames.map((name) => [name, startWriting(name)]),
  ) as Record<MachineName, Write[]>
  return {
    of: (member) => writes[member],
    async findViolations() {
      const all = machineNames.flatMap((member) =>
        writes[member].map((write) => ({ ...write, member })),
      )
      const stored = await withClient(primaryDatabase, async (client) => {
        const { rows } = await client.query<{ id: string }>('select id from topology_writes')
        return new Set(rows.map(({ id }) => id))
      })
      const lost = all.filter(({ id }) => !stored.has(id))
      return [
        ...findTwoPrimaries(all).map((text) => `two primaries: ${text}`),
        ...lost.map(({ id, member }) => `write ${id} was acknowledged by ${member} and is missing`),
      ]
    },
  }
}

/** Each promotion begins a new timeline. After a write on a newer one, no write on an older one may be acknowledged. */
function findTwoPrimaries(all: (Write & { member: string })[]): string[] {
  const byTime = all.toSorted((a, b) => a.acknowledgedAtMs - b.acknowledgedAtMs)
  return byTime.flatMap((write) => {
    const newer = byTime.find(
      (one) => one.timeline > write.timeline && one.acknowledgedAtMs < write.acknowledgedAtMs,
    )
    return newer
      ? [
          `${write.member} acknowledged on timeline ${write.timeline} after ${newer.member} on ${newer.timeline}`,
        ]
      : []
  })
}

function startWriting(member: MachineName): Write[] {
  const writes: Write[] = []
  const [program = '', ...prefix] = prefixOf(member)
  const child = spawn(
    program,
    [
      ...prefix,
      process.execPath,
      join(import.meta.dirname, 'write-repeatedly.ts'),
      databaseAt(addressOf(member)),
      member,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  createInterface({ input: child.stdout }).on('line', (line) => writes.push(JSON.parse(line)))
  return writes
}
