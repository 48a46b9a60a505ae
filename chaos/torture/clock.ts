import { globSync } from 'node:fs'
import type { Random } from './random.ts'
import type { Clock } from './servers.ts'

/** Library paths on Debian and on other systems (`apt-get install faketime`). */
const libraries = ['/usr/lib/*/faketime/libfaketime.so.1', '/usr/lib*/faketime/libfaketime.so.1']

const library = libraries.flatMap((pattern) => globSync(pattern))[0]

/** Whether this machine can start a process with a different clock. */
export const canMoveClocks = library !== undefined

/**
 * Returns the environment of a process whose clock is up to two years fast or slow. The clock runs at normal speed, and
 * timeouts are not affected.
 * @throws Error if libfaketime is not installed
 */
export function movedClock(random: Random): Clock {
  if (library === undefined) throw new Error('libfaketime is not installed')
  const minutes = random.between(1, random.pick([90, 60 * 24 * 40, 60 * 24 * 730]))
  return {
    LD_PRELOAD: library,
    FAKETIME: `${random.chance(0.5) ? '+' : '-'}${minutes}m`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
