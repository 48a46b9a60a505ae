import type { FastifyInstance } from 'fastify'
import { ApiFailure } from '../http/failure.ts'
import type { FileStore } from './file-store.ts'
import { isStoredName } from './stored-names.ts'

const year = 365 * 24 * 60 * 60

/**
 * Serves profile pictures to everybody who knows their names. A new picture has a new name, so browsers may keep one for
 * ever; a name that no store gives is refused before any store is asked.
 */
export function addPublicFiles(app: FastifyInstance, files: FileStore): void {
  app.get<{ Params: { name: string } }>(
    '/files/profile/:name',
    { schema: { hide: true } },
    async ({ params: { name } }, reply) => {
      const bytes = isStoredName(name) ? await files.read('profile', name) : null
      if (!bytes) throw new ApiFailure('FILE_NOT_FOUND')
      return (
        reply
          .header('content-type', 'image/webp')
          .header('cache-control', `public, max-age=${year}, immutable`)
          .header('x-content-type-options', 'nosniff')
          .header('content-security-policy', "default-src 'none'; sandbox")
          // The web app may be built to find the API, and with it the pictures, at another origin.
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(bytes)
      )
    },
  )
}
