import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/connect.ts'
import { ApiFailure } from '../http/failure.ts'
import type { FileStore } from './file-store.ts'
import { findNamedFiles } from './named-files.ts'
import { isStoredName } from './stored-names.ts'

const year = 365 * 24 * 60 * 60

/**
 * Serves profile pictures publicly by name. A new picture has a new name, so browsers may cache it permanently. The
 * store is queried only for names in the database: made-up names never reach it.
 */
export function addPublicFiles(
  app: FastifyInstance,
  { database, files }: { database: Database; files: FileStore },
): void {
  app.get<{ Params: { name: string } }>(
    '/files/profile/:name',
    { schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      const isNamed =
        isStoredName(name) && (await findNamedFiles(database, 'profile', [name])).has(name)
      const bytes = isNamed ? await files.read('profile', name) : null
      if (!bytes) throw new ApiFailure('FILE_NOT_FOUND')
      return (
        reply
          .header('content-type', 'image/webp')
          .header('cache-control', `public, max-age=${year}, immutable`)
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; sandbox")
          // The web app may be built to use the API, and its pictures, at another origin.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(bytes)
      )
    },
  )
}
