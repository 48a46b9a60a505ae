import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Enough for all pictures of a run. */
const size = '8m'
const chunk = Buffer.alloc(4096, 1)

/** A disk of a few megabytes for the uploads. */
export type SmallDisk = {
  /** Writes until no space is left. */
  fill(): Promise<void>
  empty(): Promise<void>
  remove(): Promise<void>
}

/**
 * Mounts a separate file system in memory on the uploads' folder, so that filling it affects nothing else.
 * @returns undefined without root rights, which mounting requires
 */
export async function mountSmallDisk(uploads: string): Promise<SmallDisk | undefined> {
  await mkdir(uploads, { recursive: true, mode: 0o700 })
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', uploads])
  } catch {
    return undefined
  }
  const filler = join(uploads, 'filler')
  return {
    async fill() {
      const file = await open(filler, 'w')
      try {
        for (;;) await file.writeFile(chunk)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    empty: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', [uploads])
    },
  }
}
