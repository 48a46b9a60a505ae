import { expect, it } from 'vitest'
import { readPlanView, writePlanView } from './plan-view.ts'

const read = (search: string) => readPlanView(new URLSearchParams(search))

it('the address is read back as it was written, and what is usual is not written', () => {
  const view = { planType: 'both', layout: 'cards', page: 3 } as const
  expect(readPlanView(writePlanView(view))).toEqual(view)
  expect(writePlanView(read('')).toString()).toBe('')
})

it('what is nothing that can be shown is dropped from it', () => {
  for (const search of ['planType=luxury', 'planType=Both', 'view=list', 'page=0', 'page=x']) {
    expect(read(search), search).toEqual({ planType: undefined, layout: 'table', page: 1 })
  }
})
