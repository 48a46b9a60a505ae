declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** The part of the package that the tests use. */
  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      configureBuckets: { name: string }[]
    })
    configureBuckets(): Promise<unknown>
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
