declare module 's3rver' {
  import type { Server } from 'node:http'

  /** An S3 server that stores its objects in a folder; the part of it that the tests use. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    httpServer?: Server
    close(): Promise<void>
  }
}
