import { maxAgeSteps } from '@raahi/contract/price-ageing'

/** Each query returns the steps that violate its invariant. */
export const priceAgeingInvariants = {
  'the steps of an ageing rule are few, and days and per cent increase': `
    select * from (
      select s.*, percent <= lag(percent) over steps as is_smaller, row_number() over steps as position
      from ageing_steps s window steps as (partition by version, lead_type order by after_days)
    ) steps where is_smaller or position > ${maxAgeSteps}`,
}
