import { globSync } from 'node:fs'
import type { Dice } from './random.ts'
import type { Clock } from './stage.ts'

/** Where Debian and others put it (`apt-get install faketime`). */
const LIBRARIES = ['/usr/lib/*/faketime/libfaketime.so.1', '/usr/lib*/faketime/libfaketime.so.1']

const library = LIBRARIES.flatMap((pattern) => globSync(pattern))[0]

/** Whether a process here can be given another time than the machine's. */
export const canMoveClocks = library !== undefined

/**
 * The environment of a process whose clock is off by up to two years, either way. It runs on as fast as the machine's,
 * and time-outs measure what they always did.
 * @throws Error where libfaketime is not installed
 */
export function movedClock(dice: Dice): Clock {
  if (library === undefined) throw new Error('libfaketime is not installed')
  const minutes = dice.between(1, dice.pick([90, 60 * 24 * 40, 60 * 24 * 730]))
  return {
    LD_PRELOAD: library,
    FAKETIME: `${dice.chance(0.5) ? '+' : '-'}${minutes}m`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
