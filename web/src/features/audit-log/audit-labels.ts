/** The label of each action. The name of the record follows it. */
const sentences: Record<string, string> = {
  'lead.create': 'Added the lead',
  'lead.edit': 'Edited the lead',
  'lead.put-on-sale': 'Put the corrected lead on sale',
  'lead.delete': 'Deleted the lead',
  'lead.restore': 'Restored the lead',
  'lead.mark-sold': 'Marked as sold: lead',
  'lead.buy': 'Bought the lead',
  'lead-cost.set': 'Set the lead cost for',
  'lead-cost.update': 'Updated the lead cost for',
  'lead-cost.delete': 'Deleted the lead cost for',
  'user.create-admin': 'Created the admin account of',
  'user.add-staff': 'Added the admin',
  'user.set-rights': 'Changed the rights of',
  'user.register': 'Registered',
  'user.update': 'Updated the account of',
  'user.suspend': 'Suspended',
  'user.reactivate': 'Re-activated',
  'user.read-kyc': 'Opened the KYC document of',
  'user.submit-kyc': 'Uploaded the KYC document of',
  'user.approve-kyc': 'Approved the KYC of',
  'user.reject-kyc': 'Rejected the KYC of',
  'settings.change': 'Changed the settings',
  'settings.send-statement': 'Sent the monthly statement to the accountant',
  'return-policy.change': 'Changed the return policy to',
  'price-ageing.change': 'Changed the prices by age to',
  'user.delete-unused-kyc': 'Deleted the KYC document of',
  'user.reset-password': 'Reset the password of',
  'user.confirm-email': 'Confirmed the email of',
  'user.set-automatic-buying': 'Set automatic buying of',
  'user.pause-automatic-buying': 'Paused automatic buying of',
  'user.change-password': 'Changed the password of',
  'user.set-picture': 'Changed the picture of',
  'user.end-session': 'Ended a session of',
  'user.end-all-sessions': 'Ended all sessions of',
  'user.start-two-factor': 'Started two-factor login set-up for',
  'user.turn-on-two-factor': 'Turned on two-factor login for',
  'user.turn-off-two-factor': 'Turned off two-factor login for',
  'user.reset-two-factor': 'Reset two-factor login for',
  'user.renew-recovery-codes': 'Created new recovery codes for',
  'user.use-recovery-code': 'Logged in with a recovery code of',
  'member.invite': 'Invited a person to the agency of',
  'member.withdraw-invitation': 'Withdrew an invitation to the agency of',
  'member.join': 'Joined an agency: member',
  'member.update': 'Changed the rights of the member',
  'member.hand-over': 'Handed over the agency to',
  'money-request.ask': 'Asked to move money for',
  'money-request.approve': 'Approved the request for',
  'money-request.decline': 'Declined the request for',
  'wallet.recharge': 'Added money to the wallet of',
  'wallet.correct': 'Corrected a recharge of the wallet of',
  'payment.refund': 'Refunded the payment',
  'invoice.replace': 'Replaced the invoice',
  'plan.create': 'Added the plan',
  'plan.update': 'Edited the plan',
  'plan.delete': 'Deleted the plan',
  'plan.assign': 'Assigned the plan',
  'plan.buy': 'Bought the plan',
  'replacement.approve-late': 'Approved a replacement automatically (late): lead',
  'replacement.approve-proved': 'Approved a replacement automatically (check): lead',
  'replacement.approve-answered': 'Approved a replacement automatically (traveller’s answer): lead',
  'replacement.add-picture': 'Added a picture to the replacement request for the lead',
  'replacement.remove-picture': 'Removed a picture of the replacement request for the lead',
  'replacement.request': 'Requested a replacement for the lead',
  'replacement.approve': 'Approved the replacement for the lead',
  'replacement.reject': 'Rejected the replacement for the lead',
  'enquiry.convert': 'Converted to a lead: enquiry',
  'enquiry.reject': 'Rejected the enquiry',
  'source.create': 'Created the source',
  'source.update': 'Changed the source',
  'source.renew-secret': 'Replaced the secret of the source',
  'source.fetch-again': 'Fetched the leads of the source again',
  'source.send-test-lead': 'Sent a test lead to the source',
  'source.set-cost': 'Set a cost of the source',
  'key.create': 'Created the key',
  'key.revoke': 'Revoked the key',
  'import.upload': 'Uploaded for import: file',
  'import.check': 'Checked the import of the file',
  'import.run': 'Imported the file',
  'import.undo': 'Undid the import of the file',
  'contact-message.answer': 'Marked as answered: message from',
  'contact-message.reopen': 'Marked as waiting: message from',
  'job.retry': 'Retried the failed job',
  'personal-data.find': 'Looked up a traveller’s',
  'personal-data.export': 'Exported a traveller’s',
  'personal-data.erase': 'Erased a traveller’s',
}

const automaticActions = [
  'user.delete-unused-kyc',
  'replacement.approve-late',
  'replacement.approve-proved',
  'replacement.approve-answered',
]

/** Whether the server performs an action by itself. All other actions without an actor come from the console. */
export function isAutomatic(action: string): boolean {
  return automaticActions.includes(action)
}

/** 'Suspended' for `user.suspend`. An action without a label is spelled out: 'Refund: mark paid'. */
export function formatAction(action: string): string {
  const known = sentences[action]
  if (known) return known
  const [subject = '', verb = ''] = action.split('.')
  return `${capital(subject.replaceAll('-', ' '))}: ${verb.replaceAll('-', ' ')}`
}

/** The label of an action as an option of a filter, where no name of a record follows. */
export function actionLabel(action: string): string {
  return formatAction(action)
    .replace(/ the wallet of$/, ' a wallet')
    .replace(/ a traveller’s$/, ' personal data')
    .replace(/ (for|of|from)$/, '')
}

/** Labels of the fields whose names are not plain words. */
const fieldNames: Record<string, string> = {
  company: 'Company',
  kyc: 'KYC document',
  kycStatus: 'KYC',
  kycVersion: 'KYC document number',
  buyingNeedsKyc: 'Buying needs an approved KYC',
  ip: 'IP address',
  reason_code: 'Reason',
  reason_text: 'Note',
  gstin: 'GSTIN',
  quota: 'Number of leads',
  lead_quota: 'Number of leads',
  plan_id: 'Plan ID',
  validity_days: 'Validity (days)',
  travel_days: 'Days',
  travel_nights: 'Nights',
  adult: 'Adults',
  infant: 'Infants',
  number: 'Number',
  profile_file: 'Picture',
  user_agent: 'Browser',
}

/** 'Company name' for `company_name` and for `companyName`. */
export function fieldName(key: string): string {
  const snake = key.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  const bare = snake.replace(/_paise$/, '')
  return fieldNames[bare] ?? capital(bare.replaceAll('_', ' '))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
