import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Holds the pictures of a run with room to spare. */
const SIZE = '8m'
const PIECE = Buffer.alloc(4096, 1)

/** A disk of a few megabytes that the uploads lie on. */
export type SmallDisk = {
  /** Writes until the kernel says that there is no space left. */
  fill(): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

/**
 * Puts a file system in memory of its own where the uploads go, so that a disk can be full that holds nothing else.
 * @returns undefined where this user may not mount one, which takes root
 */
export async function mountSmallDisk(uploads: string): Promise<SmallDisk | undefined> {
  await mkdir(uploads, { recursive: true, mode: 0o700 })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'tmpfs', uploads])
  } catch {
    return undefined
  }
  const ballast = join(uploads, 'ballast')
  return {
    async fill() {
      const file = await open(ballast, 'w')
      try {
        for (;;) await file.writeFile(PIECE)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    empty: () => rm(ballast, { force: true }),
    async remove() {
      await run('umount', [uploads])
    },
  }
}
