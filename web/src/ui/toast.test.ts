import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dismissToast, notifyError, notifySuccess, toastStore } from './toast.ts'

const messages = () => toastStore.read().map(({ tone, message }) => `${tone}: ${message}`)

describe('toasts', () => {
  beforeEach(() => {
    for (const { id } of toastStore.read()) dismissToast(id)
  })

  it('stay in order until they are dismissed', () => {
    notifySuccess('Lead marked as sold')
    notifyError('Failed to update')
    expect(messages()).toEqual(['success: Lead marked as sold', 'error: Failed to update'])
    const [first] = toastStore.read()
    dismissToast(first?.id ?? 0)
    expect(messages()).toEqual(['error: Failed to update'])
  })

  it('shows the same text once, as the newest', () => {
    notifyError('You are offline.')
    notifySuccess('Saved')
    notifyError('You are offline.')
    expect(messages()).toEqual(['success: Saved', 'error: You are offline.'])
  })

  it('keeps the four newest', () => {
    for (const word of ['one', 'two', 'three', 'four', 'five']) notifySuccess(word)
    expect(messages()).toEqual(['two', 'three', 'four', 'five'].map((word) => `success: ${word}`))
  })

  it('notifies listeners until they unsubscribe', () => {
    const listener = vi.fn()
    const leave = toastStore.subscribe(listener)
    notifySuccess('Saved')
    leave()
    notifySuccess('Saved again')
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
