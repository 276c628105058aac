type Path = { path: string };

/** The lines of a dialect's table to check. */
type Lines = {
  name: string;
  basePath: string;
  headers: {
    request: string;
    consent?: string;
    person: Readonly<Record<string, string>>;
    signed?: readonly string[];
  };
  errorCode: readonly string[];
  refusals: readonly { statuses: readonly number[]; codes?: readonly string[]; means: string }[];
  nextPage: readonly { at: string; parameter: string | null }[];
  consent: {
    inTokens: { id: string; end: string } | null;
    record: { path: string; end: string; by: string } | null;
    request: {
      path: string;
      id: string;
      status: string;
      permissionsAt: string;
      approaches: readonly string[];
      site?: readonly string[];
      authorisation?: {
        form?: object;
        start: string;
        path: string;
        id: readonly string[];
        status: string;
        message: string;
      };
      states?: Readonly<Record<string, string>>;
      permissions: Readonly<Record<string, readonly string[] | undefined>>;
      reusable: readonly string[];
      preStep?: readonly string[];
    } | null;
  };
  products: readonly string[];
};
type ReadLines = {
  accounts: Path & { list: string };
  details: Path & { bulk?: Path & { list: string } };
  numbers: (Path & { list: string }) | null;
  investments: Path | null;
  statements: (Path & { list: string; document: string }) | null;
  owners: readonly Path[];
  user: Path | null;
  transactions: Path & {
    list: string;
    bulk?: Path;
    pending?: { list: string };
    elsewhere?: readonly string[];
    marginDays: number;
    minPeriodDays: number;
    period(from: string, to: string): Readonly<Record<string, string>>;
  };
};

/** Returns the problems of a dialect's table, each with its line's name. */
export const dialectProblems = (wire: Lines, reads: ReadLines): string[] =>
  [
    ...nameProblems(wire),
    ...refusalProblems(wire),
    ...pathProblems(wire, reads),
    ...placeProblems(wire, reads),
    ...consentProblems(wire),
    ...periodProblems(reads),
  ].map(([line, problem]) => `${line}: ${problem}`);

type Problem = readonly [line: string, problem: string];

const nameProblems = ({ name, basePath, headers }: Lines): Problem[] => [
  ...(/^[a-z][a-z\d-]*$/.test(name) ? [] : [["name", "is not in small letters"] as const]),
  ...(/^(\/[\w.-]+)*$/.test(basePath)
    ? []
    : [["basePath", "is not like /fdx/v6, without a slash at its end"] as const]),
  ...[
    ...[headers.request, headers.consent ?? headers.request, ...Object.keys(headers.person)],
    ...(headers.signed ?? []),
  ]
    .filter((header) => !/^[a-z][a-z\d-]*$/.test(header))
    .map((header): Problem => ["headers", `${header} is no header's name in small letters`]),
];

/** A refusal has no effect if an earlier one matches all of its responses. */
const refusalProblems = ({ refusals }: Lines): Problem[] =>
  refusals.flatMap(({ statuses, codes }, at): Problem[] => {
    const line = `refusals[${at}]`;
    // Without a code, a 401 means a wrong token.
    const wrong = statuses.filter(
      (status) => status < 400 || status > 599 || (status === 401 && codes === undefined),
    );
    const before = refusals.slice(0, at);
    const isHidden = statuses.every((status) =>
      before.some(
        (other) =>
          other.statuses.includes(status) &&
          (other.codes === undefined || codes?.every((code) => other.codes?.includes(code))),
      ),
    );
    return [
      ...wrong.map(
        (status): Problem => [line, `${status} is no refusal that a dialect gives a meaning`],
      ),
      ...(statuses.length === 0 || codes?.length === 0
        ? [[line, "fits no response, since a list of it is empty"] as const]
        : []),
      ...(statuses.length > 0 && isHidden
        ? [[line, "has no effect after the lines before it"] as const]
        : []),
    ];
  });

/** The values that each path needs, by line. */
const pathProblems = ({ consent }: Lines, reads: ReadLines): Problem[] => {
  const paths: [line: string, path: string | undefined, ...values: string[]][] = [
    ["consent.record.path", consent.record?.path, "consentId"],
    ["consent.request.path", consent.request?.path],
    ["consent.request.authorisation.start", consent.request?.authorisation?.start, "consentId"],
    [
      "consent.request.authorisation.path",
      consent.request?.authorisation?.path,
      ...["consentId", "authorisationId"],
    ],
    ["accounts.path", reads.accounts.path],
    ["details.path", reads.details.path, "accountId"],
    ["details.bulk.path", reads.details.bulk?.path],
    ["numbers.path", reads.numbers?.path, "accountId"],
    ["user.path", reads.user?.path],
    ["investments.path", reads.investments?.path, "accountId"],
    ["statements.path", reads.statements?.path, "accountId"],
    ["statements.document", reads.statements?.document, "accountId", "statementId"],
    ["transactions.path", reads.transactions.path, "accountId"],
    ["transactions.bulk.path", reads.transactions.bulk?.path],
    ...reads.owners.map(({ path }, at): [string, string, string] => [
      `owners[${at}].path`,
      path,
      "accountId",
    ]),
  ];
  return paths.flatMap(([line, path, ...needed]): Problem[] => {
    if (path === undefined) return [];
    if (!/^(\/([\w.-]+|\{\w+\}))+$/.test(path)) return [[line, `${path} is not a path`]];
    const values = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const unknown = values.find((name) => !needed.includes(name));
    if (unknown !== undefined) return [[line, `there is no {${unknown}} to fill in`]];
    const missing = needed.find((name) => !values.includes(name));
    return missing === undefined ? [] : [[line, `has no {${missing}}`]];
  });
};

/**
 * A product without permissions could not be read, a consent without a record could not be renewed,
 * and an approach without its lines could not be used.
 */
const consentProblems = ({ consent: { record, request }, products }: Lines): Problem[] =>
  request === null
    ? []
    : [
        ...products
          .filter((product) => !request.permissions[product]?.length)
          .map((product): Problem => ["consent.request.permissions", `has none for ${product}`]),
        ...(request.approaches.some((approach) => approach !== "oauth") &&
        !(request.states && record?.by === "client")
          ? [["consent.request.states", "cannot be read, which approaches need"] as const]
          : []),
        ...(request.approaches.includes("redirect") && !request.site?.length
          ? [["consent.request.site", "is missing, which the approach redirect needs"] as const]
          : []),
        ...(request.approaches.includes("decoupled") && !request.authorisation
          ? [["consent.request.authorisation", "is missing, which approaches need"] as const]
          : []),
        ...(request.approaches.includes("embedded") && !request.authorisation?.form
          ? [["consent.request.authorisation.form", "is missing, which embedded needs"] as const]
          : []),
        ...(request.preStep?.every((scope) => /^[\w:.-]+$/.test(scope)) === false
          ? [
              [
                "consent.request.preStep",
                "names a consent, which no sign-in before it has",
              ] as const,
            ]
          : []),
        ...(request.preStep && !request.approaches.some((approach) => approach !== "oauth")
          ? [["consent.request.preStep", "has no approach after it but oauth"] as const]
          : []),
        ...(record?.by === "client" || request.reusable.length === 0
          ? []
          : [
              [
                "consent.record",
                "is not read by the client, which consent.request.reusable needs",
              ] as const,
            ]),
      ];

const placeProblems = (wire: Lines, reads: ReadLines): Problem[] => {
  const places: [line: string, place: string | undefined][] = [
    ...wire.errorCode.map((place, at): [string, string] => [`errorCode[${at}]`, place]),
    ...wire.nextPage.map(({ at: place }, at): [string, string] => [`nextPage[${at}].at`, place]),
    ["consent.record.end", wire.consent.record?.end],
    ["consent.request.id", wire.consent.request?.id],
    ["consent.request.status", wire.consent.request?.status],
    ["consent.request.permissionsAt", wire.consent.request?.permissionsAt],
    ...(wire.consent.request?.site ?? []).map((place, at): [string, string] => [
      `consent.request.site[${at}]`,
      place,
    ]),
    ...(wire.consent.request?.authorisation?.id ?? []).map((place, at): [string, string] => [
      `consent.request.authorisation.id[${at}]`,
      place,
    ]),
    ["consent.request.authorisation.status", wire.consent.request?.authorisation?.status],
    ["consent.request.authorisation.message", wire.consent.request?.authorisation?.message],
    ["accounts.list", reads.accounts.list],
    ["details.bulk.list", reads.details.bulk?.list],
    ["numbers.list", reads.numbers?.list],
    ["statements.list", reads.statements?.list],
    ["transactions.list", reads.transactions.list],
    ...(reads.transactions.elsewhere ?? []).map((place, at): [string, string] => [
      `transactions.elsewhere[${at}]`,
      place,
    ]),
    ["transactions.pending.list", reads.transactions.pending?.list],
  ];
  return places
    .filter(([, place]) => place !== undefined && !/^\w+(\.\w+)*$/.test(place))
    .map(([line]) => [line, "is no place in a body, like page.nextPageKey"]);
};

const periodProblems = ({ transactions }: ReadLines): Problem[] => {
  const { marginDays, minPeriodDays, period } = transactions;
  const texts = Object.values(period("2026-01-31", "2026-02-01"));
  const hasBoth = ["2026-01-31", "2026-02-01"].every((day) =>
    texts.some((text) => text.includes(day)),
  );
  return [
    ...(hasBoth
      ? []
      : [["transactions.period", "names not both the first and the last day"] as const]),
    ...(Number.isInteger(marginDays) && marginDays >= 0
      ? []
      : [["transactions.marginDays", "is no number of days"] as const]),
    ...(Number.isInteger(minPeriodDays) && minPeriodDays >= 1
      ? []
      : [["transactions.minPeriodDays", "is no number of days"] as const]),
  ];
};
