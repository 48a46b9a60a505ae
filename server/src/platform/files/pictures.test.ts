import type { ChildProcess } from 'node:child_process'
import { register } from '@raahi/contract/auth'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blackPng } from '../../testing/pictures.ts'
import { createTestApp, formOf, type TestApp, uniqueText } from '../../testing/test-app.ts'
import type { PictureJob } from './picture-jobs.ts'
import { findExcess, type PictureHeader, tooCostly, tooManyPixels } from './picture-limits.ts'
import { pixelsOf } from './picture-size.ts'
import { forkPictureProcess } from './picture-worker.ts'
import { createPictures, type Sender } from './pictures.ts'

const jpeg = { format: 'jpeg', channels: 3, depth: 'uchar', chromaSubsampling: '4:2:0' } as const
const png = { format: 'png', channels: 3, depth: 'uchar' } as const
const webp = { format: 'webp', channels: 4, depth: 'uchar' } as const
const sized = (header: object, width: number, height: number) =>
  ({ ...header, width, height }) as PictureHeader

describe('the header of a picture decides before decoding', () => {
  it.each([
    ['a 24-megapixel photo', sized(jpeg, 6000, 4000)],
    ['the largest photo of a phone', sized(jpeg, 5712, 4284)],
    ['a progressive photo of 12 megapixels', sized({ ...jpeg, isProgressive: true }, 4032, 3024)],
    ['a scan of a page at 600 dpi', sized(png, 4960, 3508)],
    ['an interlaced screenshot', sized({ ...png, channels: 4, isProgressive: true }, 3840, 2160)],
    ['a WebP of 12 megapixels', sized(webp, 4032, 3024)],
  ])('%s is accepted', (_what, header) => {
    expect(findExcess(header, Buffer.of())).toBeUndefined()
  })

  it.each([
    ['more than 24 megapixels', sized(jpeg, 6000, 4100), tooManyPixels],
    ['a long thin picture', sized(png, 24_600_000, 1), tooManyPixels],
    ['16 bits a channel', sized({ ...png, channels: 4, depth: 'ushort' }, 4400, 2900), tooCostly],
    [
      'interlaced with 16 bits a channel',
      sized({ ...png, channels: 4, depth: 'ushort', isProgressive: true }, 3000, 2200),
      tooCostly,
    ],
    ['interlaced', sized({ ...png, channels: 4, isProgressive: true }, 4200, 3000), tooCostly],
    ['a progressive photo', sized({ ...jpeg, isProgressive: true }, 6000, 4000), tooCostly],
    [
      'a progressive photo with whole colours',
      sized({ ...jpeg, isProgressive: true, chromaSubsampling: '4:4:4' }, 4032, 3024),
      tooCostly,
    ],
    [
      'a progressive CMYK picture',
      sized(
        { ...jpeg, channels: 4, chromaSubsampling: '4:4:4:4', isProgressive: true },
        3000,
        2200,
      ),
      tooCostly,
    ],
    ['a large WebP', sized(webp, 5000, 4000), tooCostly],
  ])('%s is rejected', (_what, header, reason) => {
    expect(findExcess(header, Buffer.of())).toBe(reason)
  })

  it('a progressive photo with more scans than encoders write is rejected', () => {
    const header = sized({ ...jpeg, isProgressive: true }, 4000, 3000)
    const scans = (count: number) => Buffer.alloc(count * 4, Buffer.of(0xff, 0xda, 1, 2))
    expect(findExcess(header, scans(24))).toBeUndefined()
    expect(findExcess(header, scans(25))).toBe(tooCostly)
  })
})

it('the size of a picture is read from its header', async () => {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c86432' } })
  expect(pixelsOf(await picture.png().toBuffer())).toBe(2400)
  expect(pixelsOf(await picture.jpeg({ progressive: true }).toBuffer())).toBe(2400)
  const withExif = picture.jpeg().withExif({ IFD0: { Copyright: 'x'.repeat(5000) } })
  expect(pixelsOf(await withExif.toBuffer())).toBe(2400)
  // JPEG allows fill bytes before a marker; they must not make a large picture the first in the queue.
  const filled = Buffer.from(await picture.jpeg().toBuffer())
  const padded = Buffer.concat([filled.subarray(0, 2), Buffer.of(0xff), filled.subarray(2)])
  expect(pixelsOf(padded)).toBe(Number.POSITIVE_INFINITY)
  for (const broken of [[], Buffer.alloc(100, 0xff), Buffer.of(0xff, 0xd8, 0xff, 0xe0)]) {
    expect(pixelsOf(Buffer.from(broken))).toBe(Number.POSITIVE_INFINITY)
  }
})

describe('pictures of strangers and of users', () => {
  const stranger: Sender = { address: '192.0.2.1' }
  const user: Sender = { userId: 'an agent' }
  const job: PictureJob = { bytes: blackPng(8), as: 'png' }
  let started: ChildProcess[] = []
  const startProcess = () => {
    const child = forkPictureProcess()
    started.push(child)
    return child
  }

  it('do not wait for each other', async () => {
    started = []
    const pictures = createPictures({ startProcess })
    await pictures.draw(job, stranger)
    started[0]?.kill('SIGSTOP')
    const waiting = [pictures.draw(job, stranger), pictures.draw(job, stranger)]
    // The visitors' process is suspended; the users' process continues.
    await pictures.draw(job, user)
    expect(started).toHaveLength(2)
    started[0]?.kill('SIGCONT')
    await Promise.all(waiting)
    pictures.close()
  })

  it('are processed smallest first, and one address cannot fill the queue', async () => {
    started = []
    const pictures = createPictures({ startProcess })
    await pictures.draw(job, stranger)
    started[0]?.kill('SIGSTOP')
    const drawn: number[] = []
    const send = async (side: number, address: string) => {
      await pictures.draw({ bytes: blackPng(side), as: 'png' }, { address })
      drawn.push(side)
    }
    const flood = [90, 80, 70, 60, 50].map((side) => send(side, '192.0.2.1'))
    await expect(send(10, '192.0.2.1')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    const other = send(20, '192.0.2.2')
    started[0]?.kill('SIGCONT')
    await Promise.all([...flood, other])
    expect(drawn).toEqual([90, 20, 50, 60, 70, 80])
    pictures.close()
  })

  it('fail after the time limit, and the next one is processed', async () => {
    started = []
    const pictures = createPictures({ startProcess, timeLimitMs: 2000 })
    await pictures.draw(job, stranger)
    started[0]?.kill('SIGSTOP')
    await expect(pictures.draw(job, stranger)).rejects.toThrow('this picture cannot be read')
    expect((await pictures.draw(job, stranger)).length).toBeGreaterThan(0)
    expect(started).toHaveLength(2)
    pictures.close()
  })

  it('are processed without access to the product’s secrets', async () => {
    started = []
    const pictures = createPictures({ startProcess })
    await pictures.draw(job, stranger)
    const { readFile } = await import('node:fs/promises')
    const environment = await readFile(`/proc/${started[0]?.pid}/environ`, 'utf8')
    expect(environment).not.toMatch(/DATABASE|SECRET|PASSWORD|PATH=/)
    pictures.close()
  })
})

describe('the KYC document of a sign-up', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  let phones = 0
  const signUp = (name: string, bytes: Uint8Array) => {
    phones += 1
    const fields = {
      name: 'Asha Rao',
      email: `${uniqueText()}@example.com`,
      password: 'long enough 1',
      phone: `9${String(600_000_000 + phones)}`,
      companyName: 'Rao Travels',
    }
    return app.call(register, { body: formOf(fields, { name, bytes }) })
  }
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#c86432' } })

  it('is rejected with a field error if it needs too much memory', async () => {
    const bomb = await flat(3000, 2200)
      .toColourspace('rgb16')
      .png({ progressive: true, compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(500_000)
    const answer = await signUp('pan.png', bomb)
    expect([answer.status, answer.code]).toEqual([413, 'FILE_TOO_LARGE'])
    expect(answer.message).toBe(tooCostly)
    expect(answer.fieldErrors).toEqual({ kyc: tooCostly })
    const wide = await signUp('pan.png', blackPng(5000))
    expect([wide.status, wide.fieldErrors]).toEqual([413, { kyc: tooManyPixels }])
  })

  it('may be a progressive photo of 12 megapixels', async () => {
    const progressive = await flat(4032, 3024).jpeg({ progressive: true }).toBuffer()
    expect((await signUp('aadhaar.jpg', progressive)).status).toBe(201)
  })
})

it('a rotated picture is encoded upright, also if its decoder holds it completely', async () => {
  const halves = { raw: { width: 40, height: 20, channels: 3 } } as const
  const redAboveBlue = Buffer.alloc(40 * 20 * 3)
  for (let at = 0; at < 800; at += 1) redAboveBlue[at * 3 + (at < 400 ? 0 : 2)] = 255
  const pictures = createPictures()
  for (const progressive of [false, true]) {
    const held = sharp(redAboveBlue, halves).withMetadata({ orientation: 6 })
    for (const as of ['jpg', 'png'] as const) {
      const bytes = await held.toFormat(as === 'jpg' ? 'jpeg' : as, { progressive }).toBuffer()
      const drawn = sharp(await pictures.draw({ bytes, as }, { userId: 'an agent' }))
      const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
      expect([progressive, as, info.width, info.height, (await drawn.metadata()).exif]).toEqual([
        progressive,
        as,
        20,
        40,
        undefined,
      ])
      // The top of the picture is now on the right.
      expect([...data.subarray(0, 3)].indexOf(Math.max(...data.subarray(0, 3)))).toBe(2)
      expect([...data.subarray(57, 60)].indexOf(Math.max(...data.subarray(57, 60)))).toBe(0)
    }
  }
  pictures.close()
})
