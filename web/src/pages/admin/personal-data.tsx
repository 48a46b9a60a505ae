import { PersonalData } from '../../features/personal-data/personal-data.tsx'

export const meta = () => [{ title: 'Personal Data · Raahi' }]

export default function PersonalDataPage() {
  return <PersonalData />
}
