import { profileImageMaxBytes } from '@raahi/contract/profile'
import { describe, expect, it } from 'vitest'
import { validatePicture } from './validate-picture.ts'

describe('a chosen picture', () => {
  it.each(['me.jpg', 'me.JPEG', 'me.png', 'holiday.2026.webp'])('is accepted as %s', (name) => {
    expect(validatePicture({ name, size: profileImageMaxBytes })).toBeNull()
  })

  it.each(['me.svg', 'me.gif', 'me', 'me.png.html'])('is refused as %s', (name) => {
    expect(validatePicture({ name, size: 10 })).toBe('Choose a JPG, PNG or WebP picture.')
  })

  it('is refused if it is empty or too large', () => {
    expect(validatePicture({ name: 'me.png', size: 0 })).toBe('The file is empty.')
    expect(validatePicture({ name: 'me.png', size: profileImageMaxBytes + 1 })).toBe(
      'The picture is larger than 2 MB.',
    )
  })
})
