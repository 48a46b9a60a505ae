import { NumberInput } from '@mantine/core'
import {
  type AutomaticBuyingRule,
  automaticBuyingForm,
  limitsForm,
  maxAutomaticBuyingDays,
  maxAutomaticLeadsPerDay,
} from '@raahi/contract/automatic-buying'
import type { SavedSearch } from '@raahi/contract/saved-searches'
import { dayInIndia } from '@raahi/contract/trip-field-checks'
import { useEffect, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { type CheckedForm, useCheckedForm } from '../../lib/use-checked-form.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
import { FailureReason } from '../account/public/failure-reason.tsx'
import { type Limits, type RuleForm, usePreview, useSetRule } from './automatic-buying.api.ts'
import classes from './automatic-buying.module.css'
import { describeOthers, describePreview } from './rule-labels.ts'

/** A saved search and its rule. `rule` is null if the search has no rule yet. */
export interface RuleTarget {
  search: SavedSearch
  rule: AutomaticBuyingRule | null
}

type Values = Record<keyof Limits, number | string> & { endsOn: string; currentPassword: string }

const dayAfter = (days: number) => dayInIndia(new Date(serverNowMs() + days * 86_400_000))

function valuesOf({ rule, search }: RuleTarget): Values {
  const { dailyAmount = 500, dailyLeads = 5, walletFloor = 0 } = rule ?? {}
  const maxPrice = rule?.maxPrice ?? search.maxPrice ?? 100
  const endsOn = rule && rule.endsOn >= dayAfter(0) ? rule.endsOn : dayAfter(30)
  return { dailyAmount, dailyLeads, maxPrice, walletFloor, endsOn, currentPassword: '' }
}

const numberOf = (value: number | string) => (value === '' ? undefined : Number(value))

function limitsOf(values: Values) {
  return {
    dailyAmount: numberOf(values.dailyAmount),
    dailyLeads: numberOf(values.dailyLeads),
    maxPrice: numberOf(values.maxPrice),
    walletFloor: numberOf(values.walletFloor),
  }
}

const bodyOf = (values: Values) => {
  const { endsOn, currentPassword } = values
  return { ...limitsOf(values), endsOn, currentPassword } as RuleForm
}

/** Sets the limits of a rule and switches it on. */
export default function RuleDialog({
  target,
  opened,
  onClose,
}: {
  target: RuleTarget
  opened: boolean
  onClose: () => void
}) {
  const save = useSetRule()
  const form = useCheckedForm<Values>({
    initialValues: valuesOf(target),
    validate: (values) => fieldErrorsOf(automaticBuyingForm, bodyOf(values)),
  })
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (opened) form.fill(valuesOf(target))
  }, [opened, target])

  const close = () => {
    save.reset()
    onClose()
  }
  const submit = form.onSubmit((values) =>
    save.mutate(
      { searchId: target.search._id, body: bodyOf(values) },
      {
        onSuccess: () => {
          notifySuccess('Automatic buying is on.')
          close()
        },
        onError: form.showRefusal,
      },
    ),
  )
  return (
    <FormModal
      opened={shown}
      onClose={close}
      title="Automatic buying"
      submitLabel={target.rule?.state === 'on' ? 'Save limits' : 'Switch on'}
      busy={save.isPending}
      error={
        save.isError && (
          <FailureReason error={save.error} failedAction="Automatic buying could not be set." />
        )
      }
      onSubmit={submit}
      size="40rem"
    >
      <p>
        We buy new leads that match <bdi>‘{target.search.name}’</bdi> for you, and never go over the
        limits below.
      </p>
      <LimitFields form={form} />
      <Preview searchId={shown ? target.search._id : undefined} values={form.values} />
      <Terms />
      <FormSection title="Confirm" columns={1}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
      </FormSection>
    </FormModal>
  )
}

function Terms() {
  return (
    <ul className={classes.terms}>
      <li>The daily limits start again at midnight, Indian time.</li>
      <li>A lead that you buy with a plan counts as one lead and ₹0.</li>
      <li>A refund does not raise that day’s limit.</li>
      <li>We email you each purchase at once, with a link to pause automatic buying.</li>
      <li>You can report a bad lead like any other purchase.</li>
    </ul>
  )
}

function LimitFields({ form }: { form: CheckedForm<Values> }) {
  return (
    <FormSection title="Limits">
      <PriceInput label="Spend at most a day" {...form.getInputProps('dailyAmount')} />
      <NumberInput
        label="Buy at most a day"
        suffix={form.values.dailyLeads === 1 ? ' lead' : ' leads'}
        min={1}
        max={maxAutomaticLeadsPerDay}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('dailyLeads')}
      />
      <PriceInput label="Highest price of a lead" {...form.getInputProps('maxPrice')} />
      <PriceInput label="Always keep in the wallet" {...form.getInputProps('walletFloor')} />
      <DateField
        label="Last day"
        min={dayAfter(0)}
        description={`At most ${maxAutomaticBuyingDays} days from today`}
        {...form.getInputProps('endsOn')}
      />
    </FormSection>
  )
}

/** The leads that the limits would have bought. Updated when typing pauses. */
function Preview({ searchId, values }: { searchId: string | undefined; values: Values }) {
  const key = JSON.stringify(limitsOf(values))
  const [settled, setSettled] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), 400)
    return () => clearTimeout(timer)
  }, [key])
  const limits = JSON.parse(settled) as Limits
  const isValid = limitsForm.safeParse(limits).success
  const { data, error } = usePreview(searchId, isValid ? limits : null)
  const others = data && describeOthers(data)
  return (
    <div className={classes.preview} role="status">
      {!isValid && <p>Fill in the limits to see what they would have bought.</p>}
      {isValid && !data && !error && <p>Looking at the leads of the last 7 days...</p>}
      {isValid && error && <p>{errorWithReason(error, 'The preview could not be loaded.')}</p>}
      {isValid && data && !error && (
        <>
          <p className={classes.bought}>{describePreview(data)}</p>
          {others && <p className={classes.more}>{others}</p>}
          <p className={classes.more}>
            This leaves out your wallet, your plans and the rules of other agents.
          </p>
        </>
      )}
    </div>
  )
}
