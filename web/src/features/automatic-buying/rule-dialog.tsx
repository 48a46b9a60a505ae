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
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { serverNowMs } from '../../lib/server-clock.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { FormSection } from '../../ui/form-section.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { useOpenLater } from '../../ui/use-dialog.ts'
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

function valuesOf(rule: AutomaticBuyingRule | null): Values {
  const { dailyAmount = 500, dailyLeads = 5, maxPrice = 100, walletFloor = 0 } = rule ?? {}
  const endsOn = rule && rule.endsOn >= dayAfter(0) ? rule.endsOn : dayAfter(30)
  return { dailyAmount, dailyLeads, maxPrice, walletFloor, endsOn, currentPassword: '' }
}

const numberOf = (value: number | string) => (value === '' ? undefined : Number(value))

function capsOf(values: Values) {
  return {
    dailyAmount: numberOf(values.dailyAmount),
    dailyLeads: numberOf(values.dailyLeads),
    maxPrice: numberOf(values.maxPrice),
    walletFloor: numberOf(values.walletFloor),
  }
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
  const [values, setValues] = useState(() => valuesOf(target.rule))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const save = useSetRule()
  const shown = useOpenLater(opened)
  useEffect(() => {
    if (!opened) return
    setValues(valuesOf(target.rule))
    setErrors({})
  }, [opened, target])

  const close = () => {
    save.reset()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      ...capsOf(values),
      endsOn: values.endsOn,
      currentPassword: values.currentPassword,
    } as RuleForm
    const found = fieldErrorsOf(automaticBuyingForm, body)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    save.mutate(
      { searchId: target.search._id, body },
      {
        onSuccess: () => {
          notifySuccess('Automatic buying is on.')
          close()
        },
        onError: (error) => {
          if (error instanceof ApiError) setErrors(error.fieldErrors)
        },
      },
    )
  }
  const field = <K extends keyof Values>(name: K) => ({
    value: values[name],
    onChange: (value: number | string) => {
      setValues((present) => ({ ...present, [name]: value }))
      setErrors({})
    },
    error: errors[name],
  })
  return (
    <FormModal
      opened={shown}
      onClose={close}
      title="Automatic buying"
      submitLabel={target.rule?.state === 'on' ? 'Save limits' : 'Switch on'}
      busy={save.isPending}
      error={save.isError && errorWithReason(save.error, 'Automatic buying could not be set.')}
      onSubmit={submit}
      size="40rem"
    >
      <p>
        We buy new leads that match <bdi>‘{target.search.name}’</bdi> for you, and never go over the
        limits below.
      </p>
      <FormSection title="Limits">
        <PriceInput label="Spend at most a day" {...field('dailyAmount')} />
        <NumberInput
          label="Buy at most a day"
          suffix={values.dailyLeads === 1 ? ' lead' : ' leads'}
          min={1}
          max={maxAutomaticLeadsPerDay}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          {...field('dailyLeads')}
        />
        <PriceInput label="Highest price of a lead" {...field('maxPrice')} />
        <PriceInput label="Always keep in the wallet" {...field('walletFloor')} />
        <DateField
          label="Last day"
          min={dayAfter(0)}
          description={`At most ${maxAutomaticBuyingDays} days from today`}
          {...field('endsOn')}
          value={values.endsOn}
        />
      </FormSection>
      <Preview searchId={shown ? target.search._id : undefined} values={values} />
      <ul className={classes.terms}>
        <li>The daily limits start again at midnight, Indian time.</li>
        <li>A lead that you buy with a plan counts as one lead and ₹0.</li>
        <li>A refund does not raise that day’s limit.</li>
        <li>We email you each purchase at once, with a link to pause automatic buying.</li>
        <li>You can report a bad lead like any other purchase.</li>
      </ul>
      <FormSection title="Confirm" columns={1}>
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          value={values.currentPassword}
          onChange={(event) => field('currentPassword').onChange(event.currentTarget.value)}
          error={errors.currentPassword}
        />
      </FormSection>
    </FormModal>
  )
}

/** The leads that the limits would have bought. Updated when typing pauses. */
function Preview({ searchId, values }: { searchId: string | undefined; values: Values }) {
  const key = JSON.stringify(capsOf(values))
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
