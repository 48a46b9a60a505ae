import { Alert, Button, NumberInput, Switch } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  areSameTerms,
  changeReturnPolicy,
  type PolicyNumber,
  type PolicySwitch,
  type PolicyTerms,
  policyLimits,
  policyNumberError,
  policyNumbers,
  policySwitches,
  type ReturnPolicy,
} from '@raahi/contract/return-policy'
import { type FormEvent, useState } from 'react'
import { errorWithReason } from '../../lib/api-error.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notifySuccess } from '../../ui/toast.ts'
import { formatPreview, formatTerms } from './format-terms.ts'
import { useChangeReturnPolicy, usePolicyPreview } from './return-policy.api.ts'
import classes from './return-policy-screen.module.css'

type Typed = Record<PolicyNumber, number | string>
type Switches = Record<PolicySwitch, boolean>

const numbersOf = (policy: PolicyTerms) =>
  Object.fromEntries(policyNumbers.map((name) => [name, policy[name]])) as Typed
const switchesOf = (policy: PolicyTerms) =>
  Object.fromEntries(policySwitches.map((name) => [name, policy[name]])) as Switches

/** Changes the terms: shows a preview for the last 90 days, asks for confirmation, then creates a new version. */
export function ReturnPolicyForm({ current }: { current: ReturnPolicy }) {
  const [typed, setTyped] = useState(numbersOf(current))
  const [switches, setSwitches] = useState(switchesOf(current))
  /** The version whose terms were last loaded into the form. */
  const [seen, setSeen] = useState(current.version)
  /** The version that the open question would replace. A newer one that arrives meanwhile is not overwritten. */
  const [asked, setAsked] = useState<number | null>(null)
  const change = useChangeReturnPolicy()

  const errors = Object.fromEntries(
    policyNumbers.map((name) => [name, policyNumberError(name, typed[name])]),
  )
  const isValid = policyNumbers.every((name) => !errors[name])
  const terms = isValid ? ({ ...typed, ...switches } as PolicyTerms) : null
  const isChanged = !terms || !areSameTerms(terms, current)

  const takeOver = () => {
    setTyped(numbersOf(current))
    setSwitches(switchesOf(current))
    setSeen(current.version)
    change.reset()
  }

  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (!terms || !isChanged) return
    change.reset()
    setAsked(current.version)
  }
  const save = () => {
    if (!terms || asked === null) return
    change.mutate(
      { version: asked, ...terms },
      {
        onSuccess: (saved) => {
          setAsked(null)
          setSeen(saved.version)
          notifySuccess(changeReturnPolicy.message)
        },
      },
    )
  }
  const number = (name: PolicyNumber, description: string) => (
    <NumberInput
      label={policyLimits[name].label}
      description={description}
      value={typed[name]}
      onChange={(value) => setTyped((others) => ({ ...others, [name]: value }))}
      error={errors[name]}
      min={policyLimits[name].min}
      max={policyLimits[name].max}
      // A number outside the limits gets an error and is not changed.
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      inputMode="numeric"
      required
      withAsterisk={false}
    />
  )
  const onOff = (name: PolicySwitch, label: string, description: string) => (
    <Switch
      label={label}
      description={description}
      checked={switches[name]}
      onChange={({ currentTarget: { checked } }) =>
        setSwitches((others) => ({ ...others, [name]: checked }))
      }
    />
  )
  return (
    <Panel title="Terms">
      <form onSubmit={ask} noValidate aria-label="Return policy" className={classes.form}>
        <div className={classes.numbers}>
          {number('reportDays', 'Counted from the purchase. To appeal: from the rejection.')}
          {number('decideHours', 'Counted from the request.')}
        </div>
        {onOff(
          'approvesLate',
          'Approve automatically when a decision is late',
          'The agent gets the refund as if you had approved the request.',
        )}
        <fieldset className={classes.checks}>
          <legend className={classes.legend}>Approve at once when a check proves it</legend>
          <p className={classes.hint}>
            Each request is checked. A check that is off only shows you what it found.
          </p>
          {onOff(
            'sameContactApproves',
            'Same contact',
            'The agent bought a lead with this phone number or email in the 90 days before.',
          )}
          {onOff(
            'soldBeforeApproves',
            'Sold before',
            'Another lead with this contact was sold in the 30 days before.',
          )}
          {onOff(
            'withdrawnApproves',
            'Withdrawn',
            'The traveller withdrew or had their data erased before the purchase or within 24 hours after it.',
          )}
          {onOff(
            'travellerApproves',
            'Traveller’s answer',
            'Asked once by email if the agent reports that the traveller cannot be reached or is not travelling.',
          )}
        </fieldset>
        <div className={classes.numbers}>
          {number(
            'maxReturnPercent',
            'Above it, you decide all requests of an agent. Counted over 30 days.',
          )}
          {number('ratePurchases', 'With fewer purchases in 30 days the rate does not count.')}
          {number(
            'maxAutomatic',
            'After so many approvals by checks and travellers in 30 days, you decide.',
          )}
        </div>
        {seen < current.version && (
          <Alert color="marigold" title="Another admin has saved new terms">
            <p className={classes.notice}>
              Version {current.version} is in force now: {formatTerms(current)} Your changes are
              still in the form.
            </p>
            <Button variant="default" size="sm" onClick={takeOver}>
              Use version {current.version}
            </Button>
          </Alert>
        )}
        {terms ? (
          <Preview terms={terms} />
        ) : (
          <p className={classes.preview}>Correct the terms above to see what they mean.</p>
        )}
        <div>
          <BusyButton type="submit" busy={change.isPending} disabled={!terms || !isChanged}>
            Save as version {current.version + 1}
          </BusyButton>
        </div>
      </form>
      {terms && (
        <ConfirmDialog
          opened={asked !== null}
          onClose={() => setAsked(null)}
          onConfirm={save}
          title={`Save version ${(asked ?? current.version) + 1}?`}
          confirmLabel="Save"
          busy={change.isPending}
          busyLabel="Saving.."
          error={
            change.isError && errorWithReason(change.error, 'The return policy could not be saved.')
          }
        >
          <p>{formatTerms(terms)}</p>
          <p>This applies to leads bought from now on. Earlier purchases keep their terms.</p>
        </ConfirmDialog>
      )}
    </Panel>
  )
}

function Preview({ terms }: { terms: PolicyTerms }) {
  const [shown] = useDebouncedValue(terms, 300)
  const query = usePolicyPreview(shown)
  return (
    <section aria-labelledby="policy-preview" className={classes.preview}>
      <h3 id="policy-preview" className={classes.previewTitle}>
        With these terms, in the last 90 days
      </h3>
      {query.data ? (
        <ul className={classes.sentences} aria-live="polite" aria-busy={query.isPlaceholderData}>
          {formatPreview(query.data.preview, query.data.terms).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : query.isError ? (
        <Alert color="brick" role="alert">
          {errorWithReason(query.error, 'The preview could not be loaded.')}
        </Alert>
      ) : (
        <p>Counting…</p>
      )}
    </section>
  )
}
