import pg from 'pg'

/** Every object of our schemas by kind and name, each with its whole definition as text. */
export type Catalogue = Map<string, string>

/** Schemas of the database that the migrations fill; the job queue makes its own. */
const SCHEMAS = ['public', 'auth']

const IN_OURS = `nspname = any($1)`
const NOT_OF_EXTENSION = (catalogue: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalogue}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/**
 * One query for each kind of object: (name, definition). The position of a column in its table is left out: no statement
 * of ours depends on it, and the order in which columns were added over time is no promise.
 */
const QUERIES: Record<string, string> = {
  schema: `select nspname as name, concat_ws('; ', nspowner::regrole, nspacl) as definition
    from pg_namespace where ${IN_OURS}`,
  extension: `select extname as name, concat_ws('; ', nspname, extversion) as definition
    from pg_extension join pg_namespace n on n.oid = extnamespace where nspname = any($1) or nspname not like 'pg\\_%'`,
  table: `select c.oid::regclass::text as name,
      concat_ws('; ', relkind, relpersistence, relowner::regrole, reloptions, relacl, relreplident, relrowsecurity) as definition
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where ${IN_OURS} and relkind in ('r', 'p', 'v', 'm', 'f', 'c') and ${NOT_OF_EXTENSION('pg_class', 'c.oid')}`,
  column: `select c.oid::regclass || '.' || attname as name,
      concat_ws('; ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
        'identity ' || nullif(attidentity::text, ''), 'generated ' || nullif(attgenerated::text, ''),
        'default ' || pg_get_expr(adbin, adrelid), attcollation::regcollation, attstorage, attcompression, attstattarget,
        attoptions, attacl) as definition
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${IN_OURS} and relkind in ('r', 'p', 'v', 'm', 'f', 'c') and attnum > 0 and not attisdropped
      and ${NOT_OF_EXTENSION('pg_class', 'c.oid')}`,
  constraint: `select case when conrelid = 0 then contypid::regtype::text else conrelid::regclass::text end || '.' || conname as name,
      concat_ws('; ', contype, pg_get_constraintdef(k.oid), 'by ' || nullif(conindid, 0)::regclass::text, convalidated, conenforced)
        as definition
    from pg_constraint k join pg_namespace n on n.oid = connamespace where ${IN_OURS}`,
  index: `select i.indexrelid::regclass::text as name,
      concat_ws('; ', pg_get_indexdef(i.indexrelid), indisvalid, indisclustered, indisreplident) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = relnamespace where ${IN_OURS}`,
  function: `select p.oid::regprocedure::text as name,
      concat_ws('; ', pg_get_functiondef(p.oid), proowner::regrole, proacl) as definition
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where ${IN_OURS} and prokind <> 'a' and ${NOT_OF_EXTENSION('pg_proc', 'p.oid')}`,
  trigger: `select tgrelid::regclass || '.' || tgname as name, concat_ws('; ', pg_get_triggerdef(t.oid), tgenabled) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
    where ${IN_OURS} and not tgisinternal`,
  view: `select c.oid::regclass::text as name, pg_get_viewdef(c.oid) as definition
    from pg_class c join pg_namespace n on n.oid = relnamespace where ${IN_OURS} and relkind in ('v', 'm')`,
  rule: `select ev_class::regclass || '.' || rulename as name, pg_get_ruledef(r.oid) as definition
    from pg_rewrite r join pg_class c on c.oid = ev_class join pg_namespace n on n.oid = relnamespace
    where ${IN_OURS} and rulename <> '_RETURN'`,
  policy: `select polrelid::regclass || '.' || polname as name,
      concat_ws('; ', polcmd, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as definition
    from pg_policy join pg_class c on c.oid = polrelid join pg_namespace n on n.oid = relnamespace where ${IN_OURS}`,
  type: `select t.oid::regtype::text as name,
      concat_ws('; ', typtype, format_type(typbasetype, typtypmod), typnotnull, typdefault, typowner::regrole, typacl,
        (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as definition
    from pg_type t join pg_namespace n on n.oid = typnamespace
    where ${IN_OURS} and typtype in ('d', 'e', 'r') and ${NOT_OF_EXTENSION('pg_type', 't.oid')}`,
  sequence: `select s.seqrelid::regclass::text as name,
      concat_ws('; ', format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle, relacl,
        (select refobjid::regclass || '.' || attname from pg_depend d
          join pg_attribute on attrelid = refobjid and attnum = refobjsubid
          where d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and deptype in ('a', 'i')),
        pg_sequence_last_value(s.seqrelid)) as definition
    from pg_sequence s join pg_class c on c.oid = seqrelid join pg_namespace n on n.oid = relnamespace where ${IN_OURS}`,
  statistics: `select nspname || '.' || stxname as name, concat_ws('; ', pg_get_statisticsobjdef(s.oid), stxstattarget) as definition
    from pg_statistic_ext s join pg_namespace n on n.oid = stxnamespace where ${IN_OURS}`,
  operator: `select o.oid::regoperator::text as name, oprcode::text as definition
    from pg_operator o join pg_namespace n on n.oid = oprnamespace
    where ${IN_OURS} and ${NOT_OF_EXTENSION('pg_operator', 'o.oid')}`,
  'default grant': `select coalesce(defaclnamespace::regnamespace::text, '') || defaclobjtype::text as name, defaclacl::text as definition
    from pg_default_acl where $1::text[] is not null`,
  setting: `select 'of ' || setrole::regrole as name, setconfig::text as definition
    from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
    where datname = current_database() and $1::text[] is not null`,
  comment: `select pg_describe_object(classoid, objoid, objsubid) as name, description as definition
    from pg_description d
    where not exists (select from pg_depend where pg_depend.classid = d.classoid and pg_depend.objid = d.objoid and deptype = 'e')
      and d.objoid >= 16384 and (pg_identify_object(classoid, objoid, objsubid)).schema = any($1)`,
}

/** Rows whose time is that of the migration itself are compared without it. */
const MOMENTS = ['created_at', 'applied_at']

/** Everything that migrations have made in a database, rows included; their own bookkeeping apart. */
export async function catalogueOf(client: pg.ClientBase): Promise<Catalogue> {
  const found: Catalogue = new Map()
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await client.query<{ name: string; definition: string }>(query, [SCHEMAS])
    for (const { name, definition } of rows) {
      if (found.has(`${kind} ${name}`)) throw new Error(`two of ${kind} ${name}`)
      found.set(`${kind} ${name}`, definition)
    }
  }
  const tables = [...found].filter(
    ([key, definition]) => key.startsWith('table ') && definition.startsWith('r;'),
  )
  for (const [key] of tables) {
    const name = key.slice('table '.length)
    if (name === 'schema_migrations') continue
    const { rows } = await client.query<{ row: string }>(
      `select (to_jsonb(rows) - $1::text[])::text as row from ${name} rows order by 1`,
      [MOMENTS],
    )
    if (rows.length > 0) found.set(`rows ${name}`, rows.map(({ row }) => row).join('\n'))
  }
  return found
}

/** What two databases do not have in common, a line for each object. */
export function differences(one: Catalogue, other: Catalogue): string[] {
  const keys = [...new Set([...one.keys(), ...other.keys()])].toSorted()
  return keys
    .filter((key) => one.get(key) !== other.get(key))
    .map((key) => `${key}\n  ${one.get(key) ?? '(none)'}\n  ${other.get(key) ?? '(none)'}`)
}
