import { describe, expect, it } from 'vitest'
import { pageWindow } from './page-window.ts'

describe('pageWindow offers at most five page numbers', () => {
  it.each([
    [1, 1, [1]],
    [2, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [3, 9, [1, 2, 3, 4, 5]],
    [4, 9, [2, 3, 4, 5, 6]],
    [9, 9, [5, 6, 7, 8, 9]],
    [1000, 20000, [998, 999, 1000, 1001, 1002]],
    [12, 4, [1, 2, 3, 4]],
  ])('page %i of %i → %j', (page, pages, numbers) => {
    expect(pageWindow(page, pages)).toEqual(numbers)
  })
})
