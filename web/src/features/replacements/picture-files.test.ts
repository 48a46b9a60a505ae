import { expect, it } from 'vitest'
import { addChosen } from './picture-files.ts'

const file = (name: string, size = 1000) => ({ name, size })

it('adds up to three valid pictures, and names the error of the others', () => {
  const [a, b, c] = [file('a.jpg'), file('b.PNG'), file('c.jpeg')]
  expect(addChosen([], [a, b, c])).toEqual({ files: [a, b, c], fault: undefined })
  expect(addChosen([a, b], [c, file('d.webp')])).toEqual({
    files: [a, b, c],
    fault: 'You can add 3 pictures.',
  })
  expect(addChosen([a], [file('x.pdf'), b])).toEqual({
    files: [a, b],
    fault: 'Choose a JPG, PNG or WebP picture.',
  })
  expect(addChosen([], [file('big.png', 6_000_000)]).fault).toContain('larger than 5 MB')
  expect(addChosen([], [file('empty.png', 0)]).fault).toBe('“empty.png” is empty.')
})
