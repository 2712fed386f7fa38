import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, formatCoded, parseCoded, plainText } from '../../service/text/codes.ts';
import { compileGlossary } from '../../service/text/glossary.ts';
import { unlock } from '../../service/text/locks.ts';
import { mask, maskDivided } from '../../service/text/masks.ts';
import { nest } from '../../service/text/pair-runs.ts';
import { nameSpans } from '../../service/text/names.ts';
import { untouchableSpans } from '../../service/text/patterns.ts';
import { codedSource } from './coded-arbitraries.ts';
import { PROPERTY_RUNS } from '../support/effort.ts';

const found = (plain: string) => untouchableSpans(plain).map(({ start, end }) => plain.slice(start, end));

describe('texts that must come back exactly', () => {
  it.each([
    ['See https://example.com/a?b=c#d.', ['https://example.com/a?b=c#d']],
    ['(see http://x.org/a_(b))', ['http://x.org/a_(b)']],
    ['www.example.com, then', ['www.example.com']],
    ['请访问https://a.com/路。谢谢', ['https://a.com/路']],
    ['Write to jane.doe+x@example.co.uk.', ['jane.doe+x@example.co.uk']],
    ['Hello {{name}}, {0} of ${total} %{n} #{x}', ['{{name}}', '{0}', '${total}', '%{n}', '#{x}']],
    ['%s %d %1$s %(count)d %.2f %@ %%', ['%s', '%d', '%1$s', '%(count)d', '%.2f', '%@', '%%']],
    ['Save 50% of the 100% sure', []],
    ['Run `npm install` now', ['`npm install`']],
    ['a <b>bold</b> &nbsp; word', ['<b>', '</b>', '&nbsp;']],
    ['a < b and c > d & e', []],
    ['%PATH% and {date, short}', ['%PATH%', '{date, short}']],
    ['Hello $name and $user_id, US$ 5, A$AP, $5', ['$name', '$user_id']],
    ['One\\nTwo.\\r\\n\\tThree', ['\\n', '\\r\\n\\t']],
    ['In C:\\new\\table or \\\\next', ['C:\\new\\table']],
    ['如有问题请联系support@example.com获取帮助。', ['support@example.com']],
    ['お問い合わせはinfo@example.comまでご連絡ください。', ['info@example.com']],
    ['문의는 support@example.com으로 보내 주세요.', ['support@example.com']],
    ['https://example.com에서 다운로드하세요.', ['https://example.com']],
    ['詳細はhttps://example.com/helpをご覧ください。', ['https://example.com/help']],
    ['詳細はhttps://example.com/をご覧ください。', ['https://example.com/']],
    ['https://ko.wikipedia.org/wiki/한국어 참조', ['https://ko.wikipedia.org/wiki/한국어']],
    ['https://example.com—our new site', ['https://example.com']],
    ['共找到%d个文件', ['%d']],
    ['%s님의 파일 %1$s개', ['%s', '%1$s']],
    ['100%A股, 50%-a igennel, 100%de', []],
    ['[%-10s] and %-5d', ['%-10s', '%-5d']],
    [
      '{% for car in cars %}The car {{ car.name }}{% endfor %}',
      ['{% for car in cars %}', '{{ car.name }}', '{% endfor %}'],
    ],
    ['{%- if a -%}A{#- no #}', ['{%- if a -%}', '{#- no #}']],
    ['Dear <%= name %>, <% if (a > b) { %>yes<% } %>', ['<%= name %>', '<% if (a > b) { %>', '<% } %>']],
    ['<?php echo $a->b; ?>Hi <?= $x ?>', ['<?php echo $a->b; ?>', '<?= $x ?>']],
    ['The car {% if open', ['{% if open']],
    ['a <!-- no b > c --> b', ['<!-- no b > c -->']],
    ['{if $open}Open{else}Closed{/if}, {$name}', ['{if $open}', '{else}', '{/if}', '{$name}']],
    ['<#if a??>A</#if> <@form.input "x"/>', ['<#if a??>', '</#if>', '<@form.input "x"/>']],
    ['{!! $html !!} @:common.ok $t(a.b)', ['{!! $html !!}', '@:common.ok', '$t(a.b)']],
    [':name has :count houses (:total)', [':name', ':count', ':total']],
    ['Note: re:payment at 10:30, Nutzer:innen, so :) it', []],
    ['@if (user.isNew()) { Hi } @else { Bye } @endif', ['@if (user.isNew()) {', '} @else {', '} @endif']],
    ['#foreach($a in $b) The $a.name is $!cd#end', ['#foreach($a in $b)', '$a.name', '$!cd', '#end']],
    [
      '{$a.b|date:"%Y"} { $c } { -brand } {d!r} {e[0]} {}',
      ['{$a.b|date:"%Y"}', '{ $c }', '{ -brand }', '{d!r}', '{e[0]}', '{}'],
    ],
    [
      'Dear *|FNAME|*, [[Name]], %%First Name%%, <<Last Name>>, «FirstName», ##a##, {!Contact.Name}, !user',
      [
        '*|FNAME|*',
        '[[Name]]',
        '%%First Name%%',
        '<<Last Name>>',
        '«FirstName»',
        '##a##',
        '{!Contact.Name}',
        '!user',
      ],
    ],
    ['He said «the house» and [[the red car]], wow!', []],
    ['{$n ->', ['{$n ->']],
    ['*[other] The cars', ['*[other]']],
    ['%<a>s, %<b>.2f, %(c)5.1f, %*d, %n files, $(d)', ['%<a>s', '%<b>.2f', '%(c)5.1f', '%*d', '%n', '$(d)']],
    ['{0} No cars|[1,19] Some|[20,*] Many', ['{0}', '[1,19]', '[20,*]']],
    [
      'The file_name of Red.car.max_size in my_car.txt, __MAX_CARS, not E_xit, a _red_ car, Name ____ or e_mail',
      ['file_name', 'Red.car.max_size', 'my_car.txt', '__MAX_CARS'],
    ],
    ['{0} No cars|]1,Inf[ Many', ['{0}', ']1,Inf[']],
    ['%1$#@cars@ on %B %-d at %I:%M%p, 50 %B', ['%1$#@cars@', '%B', '%-d', '%I', '%M%p']],
    ['In $HOME/house or #RedCar, but # 5 and C#', ['$HOME/house', '#RedCar']],
    ['[code]let [b]x[/b] = 1;[/code] it', ['[code]let [b]x[/b] = 1;[/code]']],
    ['{0, choice, 0#none|1<{0} cars}', ['{0, choice, 0#', '|1<', '{0}', '}']],
    ['{n, plural, other{# cars}}', ['{n, plural, other{', '#', '}}']],
    ['Match ^[a-z]+(a|b)\\d{2}$, (?:a|b)\\s* or [^a-z].', ['^[a-z]+(a|b)\\d{2}$', '(?:a|b)\\s*', '[^a-z]']],
    ['Match *.txt, house-*.png and **/*.ts, *so* it', ['*.txt', 'house-*.png', '**/*.ts']],
    [
      'In div.item:hover, #main .red-car::before or .nav.bold, at 5 p.m. the end.the',
      ['div.item:hover', '#main', '.red-car::before', '.nav.bold'],
    ],
    [
      'House::open(), house->car, user.isNew, print(), File->Open',
      ['House::open()', 'house->car', 'user.isNew', 'print()'],
    ],
    ['Press Ctrl+Shift+A or Alt-F4; Option-less, Win-win', ['Ctrl+Shift+A', 'Alt-F4']],
    ['=IF(A1="x)",SUM(B1:B2),0)*2 and a=B(c', ['=IF(A1="x)",SUM(B1:B2),0)*2']],
    [
      'In app://a/b, s3://a/b, magnet:?x=a, data:a/b;base64,aa== and localhost:80/a, 10.0.0.1:80, a.com/the, b.co.uk.',
      [
        'app://a/b',
        's3://a/b',
        'magnet:?x=a',
        'data:a/b;base64,aa==',
        'localhost:80/a',
        '10.0.0.1:80',
        'a.com/the',
        'b.co.uk',
      ],
    ],
    ['git@github.com:a/b.git, b@1.2.3', ['git@github.com:a/b.git', 'b@1.2.3']],
    ['The end.It is.the 5.5 of U.S. and i.e. the 1.2.3', []],
    ['![a](img/b.png "the") [c](#the-c) (d)', ['img/b.png', '#the-c']],
    [
      'C:/Program Files/a.txt or %A%\\My b and %B%\\c d\\e.exe',
      ['C:/Program Files/a.txt', '%A%\\My', '%B%\\c d\\e.exe'],
    ],
    ['Yes :smile: no', [':smile:']],
    ['%name and @user of %count', ['%name', '@user', '%count']],
    ['50 %de, 5% of', []],
    ['__count__ of __total_sum__', ['__count__', '__total_sum__']],
    ['Up\\NDown {\\an8}here \\u00e9', ['\\N', '{\\an8}', '\\u00e9']],
    [
      '00:00:01.000 --> 00:00:04.000 align:start position:10%',
      ['00:00:01.000 --> 00:00:04.000 align:start position:10%'],
    ],
    ['<00:01.500><v John>Hi', ['<00:01.500>', '<v John>']],
    ['[color=red]The house[/color] is [b]big[/b]', ['[color=red]', '[/color]', '[b]', '[/b]']],
    ['[url=https://example.com]the car[/url]', ['[url=https://example.com]', '[/url]']],
    ['[url]https://example.com/a[/url]', ['[url]', 'https://example.com/a', '[/url]']],
    [
      '[gallery ids="1,2"] [caption id="x"]A[/caption] [*] [note]b[/note]',
      ['[gallery ids="1,2"]', '[caption id="x"]', '[/caption]', '[*]', '[note]', '[/note]'],
    ],
    ['The house [white] is [left] or [quote] by', []],
    ['[quote]The house', ['[quote]']],
    ['[here](https://a.com/b)and', ['https://a.com/b']],
    ['see https://a.com/{id}/b and http://[::1]:80/', ['https://a.com/{id}/b', 'http://[::1]:80/']],
    ['Open C:\\Program Files\\House\\water.txt in it', ['C:\\Program Files\\House\\water.txt']],
    [
      'In C:\\Users\\Jo\\My file.docx, \\\\srv\\My docs\\a.',
      ['C:\\Users\\Jo\\My file.docx', '\\\\srv\\My docs\\a'],
    ],
    ['In %APPDATA%\\My App.', ['%APPDATA%\\My']],
    ['In HKLM\\Software\\X now', ['HKLM\\Software\\X']],
    ['{n, plural, =0{no car} other{# cars}} now', ['{n, plural, =0{', '} other{', '#', '}}']],
  ])('%j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('the name of a thing', () => {
  it.each([
    ['See AB-CD1 here', ['AB-CD1']],
    ['n/a or I/O', ['n/a', 'I/O']],
    ['Parts 3-3A and 12b', ['3-3A', '12b']],
    ['(iv) or b) of it', ['(iv)', 'b)']],
    ['a) The first', ['a)']],
    ['A. The first', ['A.']],
    ['Option B', ['B']],
    ['The .NET and C++ of C#', ['.NET', 'C++', 'C#']],
    ['From A$ 20 to US$50', ['A$', 'US$']],
    ['Open package.json', ['package.json']],
    ['Set max_size', ['max_size']],
    ['With --force on', ['--force']],
    ['In /usr/bin or C:\\Windows\\System, at /users/:id/edit', ['/usr/bin', '/users/:id/edit']],
    ['Use a 10 A fuse or at most 2.5 A in it', ['A', 'A']],
    ['Chapter 1 A new approach, founded in 1999 A company, in room 10 A man', []],
    ['If (s)he agrees with item (s)', ['(s)']],
    ['16 A socket', ['A']],
    ['1 A new approach', []],
    ['Group a and group b, see table a. Then', ['a', 'a']],
    ['Buy a house, type a name, join a group a friend has', []],
    ['The a-b line, x<y', ['a-b', 'x<y']],
    ["Y a-t-il l'a-propos", []],
    ['El s-a născut și n-a mai plecat, v-o spun', []],
    ['Au 19e siècle, 2e étage, à 8h, 3,5e', []],
    ['As od:repeat does, xsl:template is', ['od:repeat', 'xsl:template']],
    ['Note:this is at http://a or a:', []],
    ['re:payment, to:everyone, w:rPr', ['w:rPr']],
    ['II. The second part of Chapter IV and Part VI', ['II.', 'IV', 'VI']],
    ['MIX DI VI, I am XL', []],
    ['A: The price. Q: Why', ['A:', 'Q:']],
    ['3.a The first; SKU: CAR-BLU-XL, a STATE-OF-THE-ART car', ['3.a', 'CAR-BLU-XL']],
    ['In ./src/a.sh or images/a.png', ['./src/a.sh', 'images/a.png']],
    ['A USB-A plug, vitamin-A', ['USB-A', 'A']],
    ['5 km² or cm³, m/s², H₂O, CO₂', ['km²', 'cm³', 'm/s²', 'H₂O', 'CO₂']],
    ['The house² and the car¹.', ['²', '¹']],
    ['A list and/or a letter. Then (more) of it; 5.5, the 1990s.', []],
  ])('%j', (text, expected) => {
    expect(nameSpans(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

describe('mask and unlock', () => {
  it('give every segment back as it was', () => {
    const piece = fc.constantFrom(
      'https://a.b/c',
      '{{x}}',
      '%s',
      ' word ',
      'a@b.org',
      '<i>',
      '`c`',
      '&',
      '\n',
    );
    fc.assert(
      fc.property(codedSource, fc.array(piece), (coded, pieces) => {
        const text = coded + escapeText(pieces.join(' '));
        const masked = mask(text);
        expect(unlock(masked.text, masked.held)).toBe(text);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });

  it('hide what is masked behind ids above those of the segment', () => {
    const { text, held } = mask('<1>Go</1> to https://a.b<2/>');
    expect(text).toBe('<1>Go</1> to <3/><2/>');
    expect([...held]).toEqual([[3, [{ kind: 'text', text: 'https://a.b' }]]]);
  });

  it.each([
    ['Buy a 3D printer now', 'Buy a 3D printer now'],
    ['Buy a 3D model now', 'Buy a <1/> model now'],
    ['A <1>3D</1> printer and <2/> an I/O error', 'A <1>3D</1> printer and <2/> an I/O error'],
    ['I/O error of server.conf or I/O', 'I/O error of <1/> or <2/>'],
    ['It is N/A in package.json', 'It is N/A in <1/>'],
  ])('leave a name in a glossary term to the glossary: %s', (text, masked) => {
    const glossary = compileGlossary(
      ['3D printer', 'I/O error', 'server', 'N/A'].map((term) => ({ term, translation: 'x' })),
    );
    expect(mask(text, 0, glossary).text).toBe(masked);
  });

  it('put text with signs of markup back escaped', () => {
    const { text, held } = mask('Use &lt;br&gt; here');
    expect(plainText(text)).toBe('Use  here');
    expect(unlock(text, held)).toBe('Use &lt;br&gt; here');
  });
});

describe('texts divided by codes', () => {
  it.each([
    ['Use &lt;<1>name</1>&gt; now', 'Use <2/> now'],
    ['Use &lt;na<1>me</1>&gt; now', 'Use <2/> now'],
    ['Use <1>&lt;b</1>&gt; now', 'Use <2/> now'],
    ['Hello {<1>first</1> or {na<2>me</2>}', 'Hello {<1>first</1> or <3/>'],
    ['&lt;p a="<1>b</1><2>c</2>"&gt; it', '<3/> it'],
    ['Use &lt;na<1>me&gt; it</1>', 'Use <2/><1><3/> it</1>'],
    ['<1>Use &lt;na</1>me&gt; it', '<1>Use <2/></1><3/> it'],
    ['Use &lt;name&gt; <1>it</1>', 'Use &lt;name&gt; <1>it</1>'],
    ['See <1>www.a.org</1>(b}', 'See <1>www.a.org</1>(b}'],
    ['{na<1/>me} it', '{na<1/>me} it'],
  ])('%j is hidden whole: %j', (text, expected) => {
    const masked = maskDivided(text);
    expect(masked.text).toBe(expected);
    expect(unlock(masked.text, masked.held)).toBe(text);
  });

  it('comes back as it was in every segment', () => {
    const piece = fc.constantFrom(
      '&lt;',
      '&gt;',
      '{',
      '}',
      'ab',
      ' ',
      '`',
      '<7>',
      '</7>',
      '<8>',
      '</8>',
      '<9/>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = formatCoded(nest(parseCoded(pieces.join(''))));
        const { text: masked, held } = maskDivided(text);
        expect(unlock(masked, held)).toBe(text);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
