import { formatRupees } from '@raahi/contract/formats'
import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { notifySuccess } from '../ui/toast.ts'
import { ApiError } from './api-error.ts'
import { fieldErrorsOf } from './form-errors.ts'
import { refetch } from './refetch.ts'
import { useCheckedForm } from './use-checked-form.ts'
import type { useSingleMutation } from './use-single-mutation.ts'

export interface ReversalOptions {
  /** The transaction that is reversed. */
  id: string
  opened: boolean
  onClose: () => void
}

/** What an admin enters to reverse a transaction, whole or in part. */
export interface ReversalBody {
  transactionId: string
  /** Rupees. */
  amount: number
  reason: string
}

/** How a kind of transaction is read and reversed. */
export interface Reversal<Source, Answer> {
  /** Reads the transaction with the largest amount that can be reversed now. */
  useSource: (id: string, options: { enabled: boolean }) => UseQueryResult<Source>
  useSend: () => ReturnType<typeof useSingleMutation<Answer, ReversalBody>>
  /** The schema of amount and reason. */
  fields: z.ZodType
  /** The text after success; it may depend on the answer. */
  doneText: string | ((answer: Answer) => string)
}

/** What the fields of a reversal need. */
export type Reversing<Source extends { maxAmount: number }> = Pick<
  ReturnType<typeof useReversal<Source, unknown>>,
  'source' | 'query' | 'form'
>

const empty = { amount: '' as number | string, reason: '' }

/**
 * State and actions of reversing a transaction. After a lost response the form and the transaction stay as they were sent, also
 * if the dialog is closed and opened again, so that the same reversal is sent again with its key.
 */
export function useReversal<Source extends { maxAmount: number }, Answer>(
  { useSource, useSend, fields, doneText }: Reversal<Source, Answer>,
  { id, opened, onClose }: ReversalOptions,
) {
  const [isConfirming, setConfirming] = useState(false)
  const [isUnanswered, setUnanswered] = useState(false)
  const query = useSource(id, { enabled: opened && !isUnanswered })
  const max = query.data?.maxAmount
  const form = useReversalForm(fields, max)
  const sending = useSend()
  const queryClient = useQueryClient()
  const [isProposed, setProposed] = useState(false)
  const startAnew = () => {
    form.fill(empty)
    sending.reset()
    setUnanswered(false)
    setProposed(false)
  }
  useEffect(startAnew, [id])
  useEffect(() => {
    if (!opened || isProposed || query.isFetching || max === undefined) return
    form.setFieldValue('amount', max === 0 ? '' : max)
    setProposed(true)
  }, [opened, isProposed, query.isFetching, max])
  const { amount, reason } = form.values
  const body = { transactionId: id, amount: Number(amount), reason: reason.trim() }
  const confirm = () =>
    sending.mutate(body, {
      onSuccess: (answer) => {
        startAnew()
        notifySuccess(typeof doneText === 'string' ? doneText : doneText(answer))
        onClose()
        // The wallet, its statement, and the lists of users, transactions and invoices have changed.
        void refetch(queryClient, [])
      },
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        if (error.isOutcomeUnknown) setUnanswered(true)
        if (!error.isDecided) return
        setUnanswered(false)
        void query.refetch()
      },
      onSettled: () => setConfirming(false),
    })
  return {
    /** Undefined until it is read anew for this opening. */
    source: opened && !isProposed ? undefined : query.data,
    query,
    form,
    sending,
    body,
    isConfirming,
    ask: () => setConfirming(true),
    cancel: () => setConfirming(false),
    confirm,
    close: () => {
      // This dialog also receives Escape while the question is open above it.
      if (isConfirming || sending.isPending) return
      if (!isUnanswered) startAnew()
      onClose()
    },
  }
}

function useReversalForm(fields: z.ZodType, max: number | undefined) {
  return useCheckedForm({
    initialValues: empty,
    validate: ({ amount, reason }) => {
      const rupees = amount === '' ? undefined : Number(amount)
      const errors = fieldErrorsOf(fields, { amount: rupees, reason })
      const isTooLarge = max !== undefined && (rupees ?? 0) > max
      return isTooLarge ? { amount: `At most ${formatRupees(max)}.`, ...errors } : errors
    },
  })
}

/** Reads the transaction of a reversal again each time, because its limits change, but not while a reversal is entered. */
export function reversalSource<Source>(
  queryKey: QueryKey,
  queryFn: (options: { signal: AbortSignal }) => Promise<Source>,
  enabled: boolean,
) {
  return {
    queryKey,
    queryFn,
    enabled,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  }
}
