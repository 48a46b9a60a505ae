import { describe, expect, it } from 'vitest'
import { pageLimit, pageNumber, pageOf } from './fields.ts'

describe('paging', () => {
  it('reduces a page size to 50 and rejects sizes below 1', () => {
    const limit = pageLimit(10)
    expect(limit.parse(undefined)).toBe(10)
    expect(limit.parse('500')).toBe(50)
    expect(limit.safeParse('0').success).toBe(false)
    expect(limit.safeParse('ten').success).toBe(false)
    expect(pageNumber.safeParse('0').success).toBe(false)
    expect(pageNumber.parse('3')).toBe(3)
  })

  it('has the numbers of the previous and the next page', () => {
    expect(pageOf([1], 21, 3, 10)).toMatchObject({
      totalPages: 3,
      hasPrevPage: true,
      hasNextPage: false,
      prevPage: 2,
      nextPage: null,
    })
    expect(pageOf([], 0, 1, 10)).toMatchObject({
      totalPages: 1,
      hasNextPage: false,
      prevPage: null,
    })
  })
})
