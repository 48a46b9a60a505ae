import { NativeSelect } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import {
  type LeadCost,
  type LeadCostType,
  leadCostBody,
  leadCostTypes,
} from '@raahi/contract/lead-costs'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, errorWithReason } from '../../lib/api-error.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { Money } from '../../ui/money.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import {
  describeCreate,
  findCost,
  formatSavedMessage,
  leadCostTypeLabels,
} from './lead-cost-effects.ts'
import classes from './lead-costs.module.css'
import { useLeadCosts, useSetLeadCost } from './public/lead-costs.api.ts'

type SetLeadsCostDialogProps = { opened: boolean; onClose: () => void }

/** Sets the price of leads without a plan: the same records as the Lead Cost screen, opened from the plans. */
export function SetLeadsCostDialog({ opened, onClose }: SetLeadsCostDialogProps) {
  const [type, setType] = useState<LeadCostType>('international')
  const [price, setPrice] = useState<number | string>('')
  const [priceError, setPriceError] = useState<string | null>(null)
  const priceInput = useRef<HTMLInputElement>(null)
  const costs = useLeadCosts({ enabled: opened })
  const save = useSetLeadCost()

  const close = () => {
    setPrice('')
    setPriceError(null)
    save.reset()
    onClose()
  }
  const showPriceError = (text: string) => {
    setPriceError(text)
    priceInput.current?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.reset()
    const parsed = leadCostBody.safeParse({ type, price: Number(price) })
    if (price === '' || !parsed.success) {
      showPriceError(
        price === '' ? 'Fill the form.' : (parsed.error?.issues[0]?.message ?? 'Fill the form.'),
      )
      return
    }
    save.mutate(
      { type, price: Number(price) },
      {
        onSuccess: (saved) => {
          notifySuccess(formatSavedMessage(costs.data ?? [], saved))
          close()
        },
        onError: (error) => {
          const text = error instanceof ApiError && error.fieldErrors.price
          if (text) showPriceError(text)
        },
      },
    )
  }
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title="Set Leads Cost"
      onSubmit={submit}
      submitLabel="Save Leads Cost"
      submitDisabled={price === '' || !costs.data}
      busy={save.isPending}
      busyLabel="Processing.."
      error={save.isError && errorWithReason(save.error, 'Failed to create lead cost.')}
      size="34rem"
    >
      <FormSection>
        <PriceInput
          ref={priceInput}
          value={price}
          onChange={(value) => {
            setPrice(value)
            setPriceError(null)
          }}
          error={priceError}
          data-autofocus
        />
        <NativeSelect
          label="Plan type"
          data={typeChoices(costs.data ?? [])}
          value={type}
          onChange={(event) => {
            const chosen = leadCostTypes.find((one) => one === event.currentTarget.value)
            if (chosen) setType(chosen)
          }}
        />
      </FormSection>
      {costs.data && (
        <p className={classes.effect} aria-live="polite">
          {describeCreate(costs.data, type, price === '' ? null : Number(price), 'Save Leads Cost')}
        </p>
      )}
      <ExistingCosts query={costs} />
    </FormModal>
  )
}

/** Every lead type, with its price if it has one. */
function typeChoices(costs: readonly LeadCost[]) {
  return leadCostTypes.map((type) => {
    const ownCost = findCost(costs, type)
    const label = leadCostTypeLabels[type]
    return { value: type, label: ownCost ? `${label} (${formatRupees(ownCost.price)})` : label }
  })
}

function ExistingCosts({ query }: { query: ReturnType<typeof useLeadCosts> }) {
  const { data, error, isFetching, refetch } = query
  return (
    <section className={classes.existing} aria-labelledby="existing-lead-costs">
      <h3 id="existing-lead-costs" className={classes.existingTitle}>
        Existing lead costs
      </h3>
      {data ? (
        <DefinitionList
          items={leadCostTypes.map((type) => {
            const ownCost = findCost(data, type)
            return {
              label: leadCostTypeLabels[type],
              value: ownCost ? <Money rupees={ownCost.price} /> : 'No price set',
            }
          })}
        />
      ) : error ? (
        <ErrorState
          text={errorWithReason(error, 'Failed to fetch leads costs.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <SkeletonList label="Loading lead costs..." layout="rows" count={3} />
      )}
    </section>
  )
}
