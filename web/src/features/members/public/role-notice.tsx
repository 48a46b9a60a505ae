import { Alert, Stack } from '@mantine/core'
import { formatRupees } from '@raahi/contract/formats'
import { IconUserCheck } from '@tabler/icons-react'
import { errorMessage } from '../../../lib/api-error.ts'
import { BusyButton } from '../../../ui/busy-button.tsx'
import { notifyError } from '../../../ui/toast.ts'
import { useAccount } from '../../account/public/use-account.ts'
import { useMarkRoleShown } from './members.api.ts'

/** Explains a new role to a member once. */
export function RoleNotice() {
  const { user } = useAccount()
  const mark = useMarkRoleShown()
  const { agency } = user
  if (!agency || agency.isRoleShown || agency.role === 'owner') return null
  const limit =
    agency.dailyLimit === null ? '' : `, for at most ${formatRupees(agency.dailyLimit)} a day`
  const text =
    agency.role === 'buyer'
      ? `You buy leads from the wallet of ${user.companyName}${limit}. You and the other members work all its leads in the pipeline.`
      : `The leads that ${user.companyName} assigns to you are in the pipeline. Call the travellers there, note what they say, and send them a quote.`
  return (
    <Alert
      color="leaf"
      role="status"
      mb="md"
      icon={<IconUserCheck size={20} aria-hidden />}
      title={agency.role === 'buyer' ? 'You are a buyer' : 'You are a caller'}
    >
      <Stack gap="sm" align="flex-start">
        <span>{text}</span>
        <BusyButton
          variant="default"
          size="compact-md"
          busy={mark.isPending}
          onClick={() =>
            mark.mutate(undefined, {
              onError: (error) => notifyError(errorMessage(error, 'This could not be saved.')),
            })
          }
        >
          I understand
        </BusyButton>
      </Stack>
    </Alert>
  )
}
