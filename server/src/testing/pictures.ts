import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A PNG of one pixel. */
export const onePixel = sharp({
  create: { width: 1, height: 1, channels: 3, background: '#f5a623' },
})
  .png()
  .toBuffer()

/** A black square PNG with sides of this many pixels and one bit per pixel: a small file for a large picture. */
export function blackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(crc32(body), body.length + 4)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1 // bits per pixel
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
