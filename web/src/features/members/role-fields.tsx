import { Radio, Stack } from '@mantine/core'
import { type InvitedRole, invitedRoles } from '@raahi/contract/agency-roles'
import type { CheckedForm } from '../../lib/use-checked-form.ts'
import { FormSection } from '../../ui/form-section.tsx'
import { PriceInput } from '../../ui/price-input.tsx'
import { agentRoleLabels, agentRoleMeanings } from './public/member-labels.ts'

export type RoleValues = { role: InvitedRole; dailyLimit: number | '' }

/** The role as the server takes it: only a buyer has a limit, and an empty field is none. */
export const roleBody = ({ role, dailyLimit }: RoleValues) => ({
  role,
  dailyLimit: role === 'buyer' && dailyLimit !== '' ? Number(dailyLimit) : null,
})

/** The role of a member, and the daily limit of a buyer. */
export function RoleFields<Values extends RoleValues>({ form }: { form: CheckedForm<Values> }) {
  return (
    <FormSection columns={1}>
      <Radio.Group label="Role" {...form.getInputProps('role')}>
        <Stack gap="sm" mt="xs">
          {invitedRoles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={agentRoleLabels[role]}
              description={agentRoleMeanings[role]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {form.values.role === 'buyer' && (
        <PriceInput
          label="Daily limit"
          description="Optional. The prices of the leads that the buyer may buy on one day in India, paid from the wallet or with a plan."
          {...form.getInputProps('dailyLimit')}
        />
      )}
    </FormSection>
  )
}
