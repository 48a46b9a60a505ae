import { hash, verify } from '@node-rs/argon2'
import { type BoundedQueue, createBoundedQueue } from '../../../platform/http/bounded-queue.ts'
import { maxConcurrentHashes, withHashingSlot } from '../hashing-slots.ts'

/** argon2id (the library's default algorithm) with 19 MiB, two passes, one lane: OWASP's recommendation. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash that no password matches. The password of an unknown account is compared with it. */
const unknownAccountHash =
  '$argon2id$v=19$m=19456,t=2,p=1$1MQ5iLrPu4IviJKL6vnZYw$zFZpKN25s1DsETHv21wAJ53enmLJfdLaSi6x/j+XDaM'

/** The last request in the queue waits two or three seconds; further requests are rejected. */
const maxWaiting = 64

export interface Passwords {
  /** @throws ApiFailure SERVICE_UNAVAILABLE if the queue is full */
  hash(password: string): Promise<string>
  /**
   * Returns whether a password matches the hash. Without a hash it returns false after the same time.
   * @throws ApiFailure SERVICE_UNAVAILABLE if the queue is full
   */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
}

/** Hashes the passwords of one process through one bounded queue. */
export function createPasswords(
  queue: BoundedQueue = createBoundedQueue({ atOnce: maxConcurrentHashes, maxWaiting }),
): Passwords {
  return {
    hash: (password) => queue(() => withHashingSlot(() => hash(password, cost))),
    matches: (passwordHash, password) =>
      queue(async () => {
        const matches = await withHashingSlot(() =>
          verify(passwordHash ?? unknownAccountHash, password),
        )
        return matches && passwordHash !== undefined
      }),
  }
}
