import { gstStates } from '@raahi/contract/gst'
import { gstTaxes } from '@raahi/contract/invoices'
import { updateUser, updateUserBody } from '@raahi/contract/update-user'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api.ts'
import { ApiError, errorMessage } from '../../../lib/api-error.ts'
import { fieldErrorsOf } from '../../../lib/form-errors.ts'
import { useCheckedForm } from '../../../lib/use-checked-form.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { useAccount } from '../../account/public/use-account.ts'
import { useApplySavedUser } from '../../account/public/use-apply-saved-user.ts'
import { stateOf, TaxFields } from '../../users/public/tax-fields.tsx'
import { sellerQuery } from './invoice-seller.api.ts'
import classes from './tax-details.module.css'

const noDetails = { gstin: '', billingState: '' }
type Details = typeof noDetails

const detailsSchema = updateUserBody.pick({ gstin: true, billingState: true })

function errorsOf(details: Details): Record<string, string> {
  const errors = fieldErrorsOf(detailsSchema, details)
  return stateOf(details) === '' ? { billingState: 'Choose your state.', ...errors } : errors
}

/**
 * The state and the GSTIN of the agent, asked before the first payment, because an invoice keeps the details that it was
 * issued with. They are stored as the agent's billing details, so a later payment does not ask.
 * @param opened whether a dialog of a payment is open
 */
export function useTaxDetails(opened: boolean) {
  const { user } = useAccount()
  const isMissing = user.billingState === null
  const applySavedUser = useApplySavedUser()
  const form = useCheckedForm<Details>({ initialValues: noDetails, validate: errorsOf })
  const proposal = useProposal(isMissing, user.city, (state) => {
    if (form.getValues().billingState === '') form.setFieldValue('billingState', state)
  })
  // The fields stay until the dialog is opened again, so that an agent who leaves the checkout can correct them.
  const [isAsked, setAsked] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setAsked(isMissing)
  }

  const isStored = ({ gstin, ...details }: Details) =>
    stateOf({ gstin, ...details }) === user.billingState && gstin === (user.gstin ?? '')
  const store = async (details: Details) => {
    const { name, email } = user
    const body = { name, email, gstin: details.gstin, billingState: stateOf(details) }
    const saved = await applySavedUser(await call(updateUser, { body }))
    form.fill({ gstin: saved.gstin ?? '', billingState: saved.billingState ?? '' })
  }
  return {
    isMissing,
    fields: isAsked && (
      <FormSection title="For your tax invoice">
        <Tax state={stateOf(form.values)} />
        <TaxFields form={form} isBrief />
      </FormSection>
    ),
    /** Stores the details, if they are asked. @returns false if the payment must not start */
    save: async (): Promise<boolean> => {
      if (!isAsked) return true
      await proposal.current
      const details = form.getValues()
      const errors = errorsOf(details)
      if (Object.keys(errors).length > 0) {
        form.showErrors(errors)
        return false
      }
      if (isStored(details)) return true
      try {
        await store(details)
        return true
      } catch (error) {
        notifyError(errorMessage(error, 'Your billing details could not be saved.'))
        if (error instanceof ApiError) form.showErrors(error.fieldErrors)
        return false
      }
    },
  }
}

/** Proposes the state of the agent's city. The list of places is loaded on demand. */
function useProposal(isMissing: boolean, city: string | null, propose: (state: string) => void) {
  const proposal = useRef<Promise<void>>(undefined)
  useEffect(() => {
    if (!isMissing || !city) return
    proposal.current = import('@raahi/contract/state-of-place')
      .then(({ stateCodeOf }) => {
        const state = stateCodeOf(city)
        if (state) propose(state)
      })
      // Without the list the agent chooses the state.
      .catch(() => undefined)
  }, [isMissing, city])
  return proposal
}

/** The tax that the invoice will show. Nothing until both states are known. */
function Tax({ state }: { state: string }) {
  const { data } = useQuery(sellerQuery)
  const taxes = data ? gstTaxes(state, data.stateCode) : []
  return (
    <p className={classes.tax} aria-live="polite">
      {data && state !== '' && (
        <>
          Your invoice shows <strong>{taxes.map(({ label }) => label).join(' and ')}</strong>,
          included in the amount, because we bill from {gstStates[data.stateCode]}. An issued
          invoice does not change.
        </>
      )}
    </p>
  )
}
