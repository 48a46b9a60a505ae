import { hash, verify } from '@node-rs/argon2'
import { type BoundedQueue, createBoundedQueue } from '../../platform/http/bounded-queue.ts'
import { maxConcurrentHashes, withHashingSlot } from './hashing-slots.ts'

/** argon2id (the library's default algorithm) with 19 MiB, two passes, one lane: OWASP's recommendation. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of nothing anybody can type: what the password of an unknown account is compared with. */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$1MQ5iLrPu4IviJKL6vnZYw$zFZpKN25s1DsETHv21wAJ53enmLJfdLaSi6x/j+XDaM'

/** The last one waits two or three seconds; beyond that the caller is told to come back. */
const maxWaiting = 64

export interface Passwords {
  /** @throws ApiFailure SERVICE_UNAVAILABLE where too many wait already */
  hash(password: string): Promise<string>
  /**
   * Whether a password is the one that was hashed. Without a hash the answer is no, after the same time.
   * @throws ApiFailure SERVICE_UNAVAILABLE where too many wait already
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** Password hashing of one process, through one bounded queue. */
export function createPasswords(
  queue: BoundedQueue = createBoundedQueue({ atOnce: maxConcurrentHashes, maxWaiting }),
): Passwords {
  return {
    hash: (password) => queue(() => withHashingSlot(() => hash(password, cost))),
    matches: (passwordHash, password) =>
      queue(async () => {
        const matches = await withHashingSlot(() => verify(passwordHash ?? nobodysHash, password))
        return matches && passwordHash !== undefined
      }),
  }
}
