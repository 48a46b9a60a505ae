import { profileImageMaxBytes } from '@raahi/contract/profile'
import { describe, expect, it } from 'vitest'
import { pictureFault } from './picture-fault.ts'

describe('a chosen picture', () => {
  it.each(['me.jpg', 'me.JPEG', 'me.png', 'holiday.2026.webp'])('is accepted as %s', (name) => {
    expect(pictureFault({ name, size: profileImageMaxBytes })).toBeNull()
  })

  it.each(['me.svg', 'me.gif', 'me', 'me.png.html'])('is refused as %s', (name) => {
    expect(pictureFault({ name, size: 10 })).toBe('Choose a JPG, PNG or WebP picture.')
  })

  it('is refused if it is empty or too large', () => {
    expect(pictureFault({ name: 'me.png', size: 0 })).toBe('The file is empty.')
    expect(pictureFault({ name: 'me.png', size: profileImageMaxBytes + 1 })).toBe(
      'The picture is larger than 2 MB.',
    )
  })
})
