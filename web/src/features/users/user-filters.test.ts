import { describe, expect, it } from 'vitest'
import { countUserFilters, readUserFilters, writeUserFilters } from './user-filters.ts'

const read = (search: string) => readUserFilters(new URLSearchParams(search))

describe('the filters of users in the address', () => {
  it('come back as they were written, without what is empty', () => {
    const filters = read('name=Asha+%26+Co&email=a%40b&city=&companyName=%25_&page=3')
    expect(filters).toEqual({
      name: 'Asha & Co',
      email: 'a@b',
      city: undefined,
      companyName: '%_',
      page: 3,
    })
    expect(writeUserFilters(filters).toString()).toBe(
      'name=Asha+%26+Co&email=a%40b&companyName=%25_&page=3',
    )
    expect(countUserFilters(filters)).toBe(3)
  })

  it.each(['page=0', 'page=-1', 'page=x', `name=${'x'.repeat(121)}`, 'name=%00', 'status=active'])(
    'a value that is none is dropped: %s',
    (search) => expect(writeUserFilters(read(search)).toString()).toBe(''),
  )

  it('a page beyond all sense is cut to one that can be asked for', () => {
    expect(read('page=999999999').page).toBe(1_000_000)
  })
})
