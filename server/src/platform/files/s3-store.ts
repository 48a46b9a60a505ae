import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../../config/index.ts'
import { ApiFailure } from '../http/failure.ts'
import type { FileArea, FileStore } from './file-store.ts'
import { isStoredName, newStoredName } from './stored-names.ts'

export type S3Settings = NonNullable<Config['s3']>

/** With retries a call ends within half a minute, which a waiting request tolerates. */
const timeOuts = { connectionTimeout: 3000, requestTimeout: 8000 }
const maxAttempts = 3
const listedAtOnce = 500

type Sdk = typeof import('@aws-sdk/client-s3')

/**
 * Stores files as private objects `<area>/<name>` in a bucket. Every error of the store is answered
 * with SERVICE_UNAVAILABLE and logged with its cause.
 */
export function createS3Store(settings: S3Settings, times = timeOuts): FileStore {
  let connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  const keyOf = (area: FileArea, name: string) => ({
    Bucket: settings.bucket,
    Key: `${area}/${name}`,
  })

  async function callStore<T>(work: (sdk: Sdk, client: S3Client) => Promise<T>): Promise<T> {
    try {
      connected ??= connect(settings, times)
      const { sdk, client } = await connected
      return await work(sdk, client)
    } catch (cause) {
      throw new ApiFailure('SERVICE_UNAVAILABLE', { cause })
    }
  }

  return {
    async save(area, { bytes, extension, type }) {
      const name = newStoredName(extension)
      await callStore((sdk, client) =>
        client.send(
          new sdk.PutObjectCommand({
            ...keyOf(area, name),
            Body: bytes,
            ContentLength: bytes.length,
            ContentType: type,
          }),
        ),
      )
      return name
    },

    async read(area, name) {
      if (!isStoredName(name)) return null
      return callStore(async (sdk, client) => {
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand(keyOf(area, name)))
          return Body ? Buffer.from(await Body.transformToByteArray()) : null
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return null
          throw error
        }
      })
    },

    async remove(area, name) {
      if (!isStoredName(name)) return
      await callStore((sdk, client) => client.send(new sdk.DeleteObjectCommand(keyOf(area, name))))
    },

    async *listStoredBefore(area, moment, since = new Date(0)) {
      let after: string | undefined
      do {
        const page = await callStore((sdk, client) =>
          client.send(
            new sdk.ListObjectsV2Command({
              Bucket: settings.bucket,
              Prefix: `${area}/`,
              MaxKeys: listedAtOnce,
              ContinuationToken: after,
            }),
          ),
        )
        yield (page.Contents ?? [])
          .filter(({ LastModified: at }) => at && at < moment && at >= since)
          .map(({ Key = '' }) => Key.slice(area.length + 1))
          .filter(isStoredName)
        after = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (after)
    },
  }
}

/** The client is loaded with the first file, because it takes time and memory that most processes do not need. */
async function connect({ region, endpoint, ...settings }: S3Settings, times: typeof timeOuts) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    credentials: {
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
    },
    // Stores other than Amazon's use path-style addresses, and not all support the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: maxAttempts,
    requestHandler: { ...times, throwOnRequestTimeout: true },
  })
  return { sdk, client }
}
